import type { ClosedGate } from '@assay/persistence';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Gates } from './gates.js';

describe('gates', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('report each closing once, by any process and number of calls', async () => {
    const reported: string[] = [];
    let learn: (gates: ClosedGate[]) => void = () => undefined;
    const database = { query: async () => [] };
    const gates = new Gates(database as never, { onGates: (listener) => (learn = listener) }, ({ model }) =>
      reported.push(model),
    );
    const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
    await Promise.all([1, 2, 3].map(() => gates.close('http://models', 'small', 60, 'slow down')));
    for (const closedForMs of [50, 40]) learn([{ endpoint: 'http://models', model: 'small', closedForMs }]);
    learn([{ endpoint: 'http://models', model: 'large', closedForMs: 40 }]);
    expect(reported).toEqual(['small', 'large']);
    now.mockReturnValue(1060);
    await gates.close('http://models', 'small', 20, 'slow down');
    expect(reported).toEqual(['small', 'large', 'small']);
  });
});
