import type { ClosedGate } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Gates } from './gates.js';

describe('gates', () => {
  it('tell once of each closing, whoever closes and however often', async () => {
    const told: string[] = [];
    let learn: (gates: ClosedGate[]) => void = () => undefined;
    const database = { query: async () => [] };
    const gates = new Gates(database as never, { onGates: (listener) => (learn = listener) }, ({ model }) =>
      told.push(model),
    );
    await Promise.all([1, 2, 3].map(() => gates.close('http://models', 'small', 60, 'slow down')));
    for (const closedForMs of [50, 40]) learn([{ endpoint: 'http://models', model: 'small', closedForMs }]);
    learn([{ endpoint: 'http://models', model: 'large', closedForMs: 40 }]);
    expect(told).toEqual(['small', 'large']);
    await delay(100);
    await gates.close('http://models', 'small', 20, 'slow down');
    expect(told).toEqual(['small', 'large', 'small']);
  });
});
