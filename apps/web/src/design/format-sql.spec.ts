import { describe, expect, it } from '@jest/globals';
import { formatSql } from './format-sql.js';

describe('formatSql', () => {
  it('changes the layout alone: no name and no keyword changes its case', () => {
    const sql = `select date_trunc('month', o."At") as month, Value from orders o order by month`;
    const bare = (text: string): string => text.replaceAll(/\s/g, '');
    const laidOut = formatSql(sql, 'postgres');
    expect(laidOut).toContain('\n');
    expect(bare(laidOut)).toBe(bare(sql));
  });
});
