/**
 * The benchmark's model, in a separate process. The question's text sets its latency (`latency=200 slow=10`: one in ten
 * five times slower). Distinct candidates that run; one passes: case A.
 */
export function createModel() {
  return { keepCalls: false, handler: ({ agent, question, body }) => answer(agent, question, textOf(body)), latencyMs };
}

const WINNER = 'COUNT(b.id) + 0 AS';

let calls = 0;
let serial = 0;
const candidates = new Map();
const reasoning = 'The question asks for a figure per category; books without a category do not exist. '.repeat(4);

const textOf = (body) => body.messages.at(-1).content;

function latencyMs({ body }) {
  const [, latency = '0', slow = '0'] = /latency=(\d+) slow=(\d+)/.exec(textOf(body)) ?? [];
  calls += 1;
  return Number(slow) > 0 && calls % Number(slow) === 0 ? Number(latency) * 5 : Number(latency);
}

function answer(agent, question, prompt) {
  switch (agent) {
    case 'generator': {
      const nth = candidates.get(question) ?? 0;
      candidates.set(question, nth + 1);
      const sql = `SELECT c.name, COUNT(b.id) + ${nth} AS books FROM category c LEFT JOIN book b ON b.category_id = c.id GROUP BY c.id, c.name`;
      return { reasoning, sql };
    }
    case 'test-generator':
      return {
        reasoning,
        tests: [1, 2, 3, 4].map((nth) => ({
          statement: `Check ${(serial += 1)}: category ${nth} is listed once`,
          evidenceCritical: false,
        })),
      };
    case 'test-reducer':
      return { reasoning, groups: grouped(numbersOf(prompt), 10) };
    case 'evaluator': {
      const wins = prompt.includes(WINNER);
      return {
        reasoning,
        verdicts: numbersOf(prompt).map((test, index) => ({
          test,
          verdict: index === 0 && !wins ? 'KO' : 'OK',
          reason: wins ? '' : 'it counts what it should not',
        })),
      };
    }
    // Trials and comparisons are asked for with weighed verdicts only.
    case 'supervisor':
      return {
        reasoning,
        decisions: contestedOf(prompt).map((test) => ({
          test,
          decision: 'demanded',
          otherwise: '',
          reason: 'it is asked for',
          quote: '',
        })),
      };
    case 'sql-selector': {
      const [first = '', second = ''] = prompt.split('\n# B\n');
      const winner = first.includes(WINNER) ? 'A' : second.includes(WINNER) ? 'B' : 'tie';
      return { reasoning, winner, confidence: winner === 'tie' ? 0.5 : 0.9 };
    }
    default:
      throw new Error(`the benchmark's questions never get as far as ${agent}`);
  }
}

function grouped(numbers, kept) {
  return numbers
    .slice(0, kept)
    .map((keep, index) => ({ keep, duplicates: numbers.slice(kept).filter((_, at) => at % kept === index) }));
}

const numbersOf = (prompt) => [...prompt.matchAll(/^(\d+)\. Check /gm)].map((match) => Number(match[1]));

const contestedOf = (prompt) => [...prompt.matchAll(/^## Test (\d+)/gm)].map((match) => Number(match[1]));
