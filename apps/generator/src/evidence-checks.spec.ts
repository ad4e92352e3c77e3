import { describe, expect, it } from '@jest/globals';
import type { TaskContext } from '@assay/work';
import { EvidenceChecks, type FailedCheck } from './evidence-checks.js';

const KO: FailedCheck[] = [{ name: 'It counts.', error: 'it sums', suggestion: null }];

function task(signal = new AbortController().signal, steps: unknown[] = []) {
  let ordinal = 0;
  const step = async (_kind: string, _key: string, ask: () => Promise<{ answer: unknown }>) => {
    const known = steps[ordinal];
    ordinal += 1;
    if (known !== undefined) return { answer: known, raw: null, replayed: true };
    const { answer } = await ask();
    steps.push(JSON.parse(JSON.stringify(answer)));
    return { answer, raw: null, replayed: false };
  };
  return { context: { signal, journal: { step } } as unknown as TaskContext, steps };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const PASS: FailedCheck[] = [];

describe('evidence checks', () => {
  it('ask the judge once for candidates of equal behaviour that pass, and once for each other one', async () => {
    const checks = new EvidenceChecks();
    let asked = 0;
    const judge = async () => {
      asked += 1;
      await settle();
      return PASS;
    };
    const keys = ['same', 'same', 'same', 'other', null, null];
    const all = await Promise.all(keys.map((key) => checks.of(task().context, key, judge)));
    expect(all).toEqual(keys.map(() => PASS));
    expect(asked).toBe(4);
    expect(await checks.of(task().context, 'same', judge)).toEqual(PASS);
    expect(asked).toBe(4);
  });

  it('ask the judge about each candidate after one failed', async () => {
    const checks = new EvidenceChecks();
    const verdicts = [KO, PASS, KO];
    const all = verdicts.map((given) => checks.of(task().context, 'same', async () => given));
    expect(await Promise.all(all)).toEqual(verdicts);
    expect(await checks.of(task().context, 'same', async () => PASS)).toEqual(PASS);
  });

  it('let the next task ask if the judge fails', async () => {
    const checks = new EvidenceChecks();
    const down = checks.of(task().context, 'same', () => Promise.reject(new Error('down')));
    const next = [1, 2].map(() => checks.of(task().context, 'same', async () => PASS));
    await expect(down).rejects.toThrow('down');
    expect(await Promise.all(next)).toEqual([PASS, PASS]);
    expect(await checks.of(task().context, 'none', async () => null)).toBeNull();
    expect(await checks.of(task().context, 'none', async () => KO)).toEqual(KO);
  });

  it('repeat what was taken in a task that runs again', async () => {
    const checks = new EvidenceChecks();
    await checks.of(task().context, 'same', async () => PASS);
    const { context, steps } = task();
    const never = () => Promise.reject(new Error('asked'));
    await checks.of(context, 'same', never);
    expect(steps).toEqual([{ taken: PASS }]);
    expect(await new EvidenceChecks().of(task(undefined, steps).context, 'same', never)).toEqual(PASS);
  });

  it('end the wait of an aborted task', async () => {
    const checks = new EvidenceChecks();
    const answer = Promise.withResolvers<FailedCheck[]>();
    const first = checks.of(task().context, 'same', () => answer.promise);
    const aborted = new AbortController();
    const waiting = checks.of(task(aborted.signal).context, 'same', async () => []);
    aborted.abort(new Error('claim lost'));
    await expect(waiting).rejects.toThrow('claim lost');
    answer.resolve(KO);
    expect(await first).toEqual(KO);
  });
});
