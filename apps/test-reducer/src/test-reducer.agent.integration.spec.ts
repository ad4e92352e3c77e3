import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { openAgentFixture, type AgentFixture } from '@assay/work/service/testing';
import { TestReducerModule } from './test-reducer.agent.js';

const tests = [1, 2].map((number) => ({
  id: newId(),
  number,
  statement: `Statement ${number}.`,
  evidenceCritical: false,
}));

describe('the test-reducer', () => {
  let fixture: AgentFixture<'test-reducer'>;
  beforeAll(async () => {
    fixture = await openAgentFixture('test-reducer', TestReducerModule);
  });
  afterAll(() => fixture?.close());

  it('groups by number', async () => {
    const groups = [{ keep: 1, duplicates: [2] }];
    const { result, events, calls } = await fixture.run({ input: { tests }, payload: {} }, () => ({
      reasoning: 'the same',
      groups,
    }));
    expect(result).toEqual({ reasoning: 'the same', groups, reasks: 0 });
    expect(events).toEqual([]);
    expect(calls[0]).toMatchObject({ agent: 'test-reducer', body: { temperature: 0.2 } });
  });

  it('reports groups that omit a test, and retries', async () => {
    const { result, calls } = await fixture.run({ input: { tests }, payload: {} }, ({ prompt }) => ({
      reasoning: '',
      groups: prompt.includes('in no group: 2')
        ? [
            { keep: 1, duplicates: [] },
            { keep: 2, duplicates: [] },
          ]
        : [{ keep: 1, duplicates: [] }],
    }));
    expect(calls).toHaveLength(2);
    expect(result).toMatchObject({ reasks: 1, groups: [{ keep: 1 }, { keep: 2 }] });
  });

  it('gives no groups where the second answer is as wrong as the first', async () => {
    const groups = [{ keep: 1, duplicates: [1, 9] }];
    const { result } = await fixture.run({ input: { tests }, payload: {} }, () => ({ reasoning: '', groups }));
    expect(result).toMatchObject({ groups: null, reasks: 1 });
  });
});
