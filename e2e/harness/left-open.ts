import { verdictsOf, type Script } from './script.js';

export const ALL =
  'SELECT c.name, count(p.id) AS purchases FROM customer c LEFT JOIN purchase p ON p.customer_id = c.id GROUP BY c.id, c.name';
export const SOME =
  'SELECT c.name, count(p.id) AS purchases FROM customer c JOIN purchase p ON p.customer_id = c.id GROUP BY c.id, c.name';
const FLAWED = 'SELECT c.name FROM customer c';

export const COUNTED = 'The number of purchases is returned.';
export const OPEN = 'Are customers without any purchase listed?';
const READING = {
  statement: OPEN,
  evidenceCritical: false,
  kind: 'reading',
  alternatives: [
    { id: 'listed', meaning: 'All customers are listed.' },
    { id: 'left-out', meaning: 'Only customers who bought something are listed.' },
    { id: 'names', meaning: 'Names alone are listed.' },
  ],
};

const takes = (sql: string): string => (sql === FLAWED ? 'names' : sql === ALL ? 'listed' : 'left-out');

/** Of four candidates two list everybody, one buyers, one fails a requirement. */
export const LEFT_OPEN: Script = {
  sql: ({ job }) => [ALL, SOME, ALL, FLAWED][job] ?? ALL,
  tests: () => [COUNTED, READING],
  verdicts: (call) => {
    const [sql = ''] = call.candidates;
    const verdicts = verdictsOf(call, (_, statement) => (sql === FLAWED && statement === COUNTED ? 'no count' : null));
    return {
      reasoning: 'read',
      verdicts: verdicts.map((each, index) =>
        call.tests[index]?.statement === OPEN ? { ...each, alternative: takes(sql) } : each,
      ),
    };
  },
  choose: (first) => ({ winner: first === ALL ? 'A' : 'B', confidence: 0.9 }),
};
export const LEFT_OPEN_SETTINGS = { sqlCandidates: 4, testBatches: 1, judge: 'behaviour', readings: true };
