import { describe, expect, it } from '@jest/globals';
import { describeResult } from './describe-result.js';
import type { CandidateVariables } from './variables.js';

function candidate(rows: CandidateVariables['rows'], rowCount = rows?.length ?? 3): CandidateVariables {
  const execution = {
    columns: [
      { name: 'title', type: 'text' },
      { name: 'sold', type: '' },
    ],
    rowCount,
    truncated: false,
    elapsedMs: 2,
    error: null,
  };
  return { number: 1, sql: 'select', execution, rows };
}

describe('describeResult', () => {
  it('writes rows as JSON, which distinguishes null from the text NULL', () => {
    expect(
      describeResult(
        candidate([
          [null, 1],
          ['NULL', '2'],
        ]),
      ),
    ).toEqual({
      columns: 'title (text), sold',
      rowCount: 2,
      truncated: false,
      rows: '[null,1]\n["NULL","2"]',
      rowsShown: 2,
      error: null,
    });
  });

  it('shows ten rows and says how many', () => {
    const result = describeResult(candidate(Array.from({ length: 12 }, (_, index) => [index, 0])));
    expect(result?.rowsShown).toBe(10);
    expect(result?.rows?.split('\n')).toHaveLength(10);
  });

  it('cuts long cells and, after the first row, long results', () => {
    const long = describeResult(candidate([['x'.repeat(5000), 1]]));
    expect(long?.rows?.length).toBeLessThan(300);
    expect(long?.rows).toContain('… (cut)');
    const wide = Array.from({ length: 10 }, () => Array.from({ length: 15 }, () => 'y'.repeat(150)));
    expect(describeResult(candidate(wide))?.rowsShown).toBe(1);
  });

  it('has no rows where they are withheld, and nothing where nothing was executed', () => {
    expect(describeResult(candidate(null))).toMatchObject({ rows: null, rowsShown: 0, rowCount: 3 });
    expect(describeResult({ number: 1, sql: 'select', execution: null, rows: null })).toBeNull();
  });

  it('withholds labels of types where rows are withheld', () => {
    const { execution, ...rest } = candidate(null);
    const columns = [{ name: 'mail', type: "ENUM('alice@example.com')" }];
    const withheld = describeResult({ ...rest, execution: execution && { ...execution, columns } });
    expect(withheld?.columns).toBe('mail (ENUM (1 label))');
  });
});
