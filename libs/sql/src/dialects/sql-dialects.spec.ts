import { describe, expect, it } from '@jest/globals';
import { dialectFacts } from './sql-dialects.js';

describe('dialectFacts', () => {
  it('does not repeat errors that are often copied', () => {
    expect(dialectFacts('sqlite').currentTimestamp.example).toContain("datetime('now')");
    expect(dialectFacts('mysql').stringLength.rule).toContain('CHAR_LENGTH');
    expect(dialectFacts('sqlserver').stringLength.example).toContain('LEN');
    expect(dialectFacts('oracle').limit.rule).toContain('FETCH FIRST');
  });
});
