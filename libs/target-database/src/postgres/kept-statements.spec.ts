import { describe, expect, it } from '@jest/globals';
import { KeptStatements } from './kept-statements.js';
import type { PipelineOutcome, PipelineStep, WireError } from './pipeline.js';
import { afterwards, readOnlyTransaction, type TransactionStep } from './transaction.js';

const STATEMENT: TransactionStep = { text: 'select 1', shift: 0 };
const steps = readOnlyTransaction('pg_catalog', 1000, [STATEMENT]);

function outcome(step?: number, code = '22012'): PipelineOutcome {
  const cause: WireError = Object.assign(new Error('failed'), { code });
  return { fields: [], rows: [], suspended: false, error: step === undefined ? null : { step, cause } };
}

function settingsOf(named: PipelineStep[]): Pick<PipelineStep, 'name' | 'isPrepared'> {
  return { name: named[1]?.name, isPrepared: named[1]?.isPrepared };
}

describe('Statements that a session keeps prepared', () => {
  it('are prepared once, by a name of this session; those of others never', () => {
    const kept = new KeptStatements();
    const first = kept.named(steps);
    expect(first.map(({ name }) => name?.replace(/_[0-9a-f]+_/, ' '))).toEqual([
      undefined,
      'assay settings',
      undefined,
    ]);
    expect(settingsOf(first).isPrepared).toBe(false);
    expect(kept.isMissed(first, outcome())).toBe(false);
    expect(settingsOf(kept.named(steps))).toEqual({ name: settingsOf(first).name, isPrepared: true });
    expect(settingsOf(new KeptStatements().named(steps)).name).not.toBe(settingsOf(first).name);
  });

  it('stay where they or the statement fail, once they are prepared', () => {
    const kept = new KeptStatements();
    const first = kept.named(steps);
    const prepared = { name: settingsOf(first).name, isPrepared: true };
    expect(kept.isMissed(first, outcome(2))).toBe(false);
    expect(settingsOf(kept.named(steps))).toEqual(prepared);
    expect(kept.isMissed(kept.named(steps), outcome(1))).toBe(false);
    expect(settingsOf(kept.named(steps))).toEqual(prepared);
  });

  it('get another name where they were sent and did not come to be prepared', () => {
    const kept = new KeptStatements();
    const all = [...steps, ...afterwards(true)];
    const first = kept.named(all);
    // the statement fails: the server skips the rest
    expect(kept.isMissed(first, outcome(2))).toBe(false);
    const second = kept.named(all);
    expect(second.at(-1)?.name).not.toBe(first.at(-1)?.name);
    expect(second.at(-1)?.isPrepared).toBe(false);
    expect(kept.isMissed(second, outcome(all.length - 1))).toBe(false);
    expect(kept.named(all).at(-1)?.name).not.toBe(second.at(-1)?.name);
  });

  it('are kept no more where a server does not let us unlock', () => {
    const kept = new KeptStatements();
    const all = [...steps, ...afterwards(true)];
    expect(kept.isMissed(kept.named(all), outcome(all.length - 1, '42501'))).toBe(true);
    expect(kept.named(afterwards(kept.isKeeping)).map(({ text }) => text)).toEqual(['ROLLBACK', 'DISCARD ALL']);
  });

  it('are kept where a statement may not be run', () => {
    const kept = new KeptStatements();
    expect(kept.isMissed(kept.named(steps), outcome(2, '42501'))).toBe(false);
    expect(kept.isKeeping).toBe(true);
  });

  it('are kept no more once the server has lost one', () => {
    const kept = new KeptStatements();
    expect(kept.isMissed(kept.named(steps), outcome(1, '26000'))).toBe(true);
    expect(kept.isKeeping).toBe(false);
    expect(kept.named(steps)).toEqual(steps);
  });
});
