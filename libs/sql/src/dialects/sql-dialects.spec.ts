import { describe, expect, it } from '@jest/globals';
import { DatabaseSync } from 'node:sqlite';
import { dialectFacts } from './sql-dialects.js';

describe('dialectFacts', () => {
  it('does not repeat errors that are often copied', () => {
    expect(dialectFacts('sqlite').currentTimestamp.example).toContain("datetime('now')");
    expect(dialectFacts('mysql').stringLength.rule).toContain('CHAR_LENGTH');
    expect(dialectFacts('sqlserver').stringLength.example).toContain('LEN');
    expect(dialectFacts('oracle').limit.rule).toContain('FETCH FIRST');
  });

  it('say of SQLite where bare columns come from, as it behaves', () => {
    const database = new DatabaseSync(':memory:');
    database.exec(`create table t (a, b); insert into t values (1, 'low'), (3, 'high'), (2, 'middle')`);
    for (const [aggregate, b] of [
      ['max', 'high'],
      ['min', 'low'],
    ]) {
      expect(database.prepare(`select ${aggregate}(a), b from t`).get()).toMatchObject({ b });
    }
    expect(dialectFacts('sqlite').pitfalls.join('\n')).toMatch(/arbitrary row[^\n]*next to a single MIN or MAX/);
  });
});
