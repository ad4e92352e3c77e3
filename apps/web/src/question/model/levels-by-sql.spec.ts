import { expect, it } from '@jest/globals';
import { levelsBySql } from './levels-by-sql.js';
import { attempt, candidate } from './testing/attempt-fixture.js';

it('names the models that wrote a SQL', () => {
  const basic = attempt({ candidates: [candidate('a', { sql: 'select 1' }), candidate('b', { sql: 'select 2' })] });
  const expert = attempt({
    level: 'EXPERT',
    reason: 'ALL_FAILED',
    candidates: [candidate('c', { sql: 'select 2' }), candidate('d', { sql: 'select 3' })],
  });
  expect([...levelsBySql({ attempts: [basic, expert] })]).toEqual([
    ['select 1', 'fast models'],
    ['select 2', 'fast and strongest models'],
    ['select 3', 'strongest models'],
  ]);
});
