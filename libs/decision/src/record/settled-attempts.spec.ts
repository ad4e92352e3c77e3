import type { AttemptRecord } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { settledAttempts } from './settled-attempts.js';

const candidate = (id: string, behaviour: string, valid = true): object => ({
  ...{ id, behaviour, valid, cluster: behaviour, complexity: 3 },
});
const ATTEMPT = {
  candidates: [candidate('a', 'one'), candidate('b', 'two'), candidate('c', 'two'), candidate('d', 'two', false)],
  selection: { by: 'posterior', finalists: [{ candidate: 'a', clusterSize: 1, complexity: 3, wins: 0 }] },
  winner: 'a',
} as unknown as AttemptRecord;
const OTHER = { candidates: [candidate('x', 'one')], selection: null, winner: null } as unknown as AttemptRecord;

describe('attempts of a settled question', () => {
  it('have the reading as the winner of its attempt, beside the finalists before', () => {
    const [other, settled] = settledAttempts([OTHER, ATTEMPT], 'b');
    expect(other).toEqual(OTHER);
    expect(settled).toMatchObject({ winner: 'b', selection: { by: 'settled' } });
    expect(settled?.selection?.finalists).toEqual([
      { candidate: 'a', clusterSize: 1, complexity: 3, wins: 0 },
      { candidate: 'b', clusterSize: 2, complexity: 3, wins: 0 },
    ]);
  });

  it('name the winner once where it is taken itself, and give a winner to an attempt that had none', () => {
    const [same] = settledAttempts([ATTEMPT], 'a');
    expect(same?.selection).toMatchObject({ by: 'settled', finalists: [{ candidate: 'a' }] });
    expect(same?.selection?.finalists).toHaveLength(1);
    expect(settledAttempts([OTHER], 'x')[0]).toMatchObject({ winner: 'x', selection: { by: 'settled' } });
  });

  it('stay as they are where nothing was settled', () => {
    expect(settledAttempts([ATTEMPT, OTHER], undefined)).toEqual([ATTEMPT, OTHER]);
  });
});
