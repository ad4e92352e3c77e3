import { STRATEGIES, type TableSchema } from '@assay/contracts';
import type { DemoScript } from '../demo/questions/demo-script.js';

/** The demo model answers this for any files. */
export const DATA_QUESTION = 'How many rows does each table have?';

const MOST = 50;

export function dataScript(tables: readonly TableSchema[]): DemoScript {
  const counted = tables.slice(0, MOST).map(({ name }) => {
    return `SELECT '${name.replaceAll("'", "''")}' AS table_name, COUNT(*) AS row_count FROM "${name.replaceAll('"', '""')}"`;
  });
  const moments: ['precompute', 'evaluation'] = ['precompute', 'evaluation'];
  return {
    id: 'rows-of-each-table',
    question: DATA_QUESTION,
    evidence: [],
    settings: DATA_SETTINGS,
    walks: 'A',
    description: 'Counts the rows of every table.',
    tests: [
      { name: 'every-table', moments, wordings: ['Every table is counted.'], passes: 'No table is left out.' },
      { name: 'one-row', moments, wordings: ['Each table has one row.'], passes: 'Each count is one row.' },
    ],
    sqls: {
      right: {
        sql: `${counted.join('\nUNION ALL ')}\nORDER BY table_name`,
        reasoning: 'Each table is counted by itself, and the counts are put together.',
        validity: 'valid',
        right: true,
        agreesToday: false,
        fails: {},
      },
    },
    levels: { BASIC: Object.fromEntries(STRATEGIES.map((strategy) => [strategy, PLAN])) as never },
  };
}

/** Enough for a scripted answer. */
export const DATA_SETTINGS = { sqlCandidates: 3, testBatches: 1, stragglers: null };

const PLAN: [[string], [string], [string]] = [['right'], ['right'], ['right']];
