import { describe, expect, it } from '@jest/globals';
import { describeEscalations, levelsBySql } from './escalations.js';
import { attempt, candidate } from './testing/attempt-fixture.js';

const basic = attempt({ candidates: [candidate('a', { sql: 'select 1' }), candidate('b', { sql: 'select 2' })] });
const advanced = attempt({ level: 'ADVANCED', reason: 'ALL_FAILED' });
const expert = attempt({
  level: 'EXPERT',
  reason: 'ALL_FAILED',
  candidates: [candidate('c', { sql: 'select 2' }), candidate('d', { sql: 'select 3' })],
});

describe('describeEscalations', () => {
  it('names every level that was tried beyond the first', () => {
    expect(describeEscalations({ attempts: [basic, advanced, expert] })).toBe(
      'ADVANCED and EXPERT were tried because no SQL held',
    );
  });

  it('keeps different reasons apart', () => {
    const first = attempt({ level: 'ADVANCED', reason: 'NO_SQL' });
    expect(describeEscalations({ attempts: [basic, first, expert] })).toBe(
      'ADVANCED was tried because there was no SQL to judge, EXPERT was tried because no SQL held',
    );
  });

  it('says nothing of a question that stayed at its level', () => {
    expect(describeEscalations({ attempts: [basic] })).toBe('');
  });
});

describe('levelsBySql', () => {
  it('names each level at which a SQL was written', () => {
    expect([...levelsBySql({ attempts: [basic, expert] })]).toEqual([
      ['select 1', 'BASIC'],
      ['select 2', 'BASIC and EXPERT'],
      ['select 3', 'EXPERT'],
    ]);
  });
});
