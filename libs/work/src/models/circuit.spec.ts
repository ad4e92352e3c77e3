import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AssayError, InfrastructureError } from '@assay/contracts';
import { ModelRejectedError, ModelUnavailableError } from '@assay/llm';
import { Circuit } from './circuit.js';

const away = (): Error => new ModelUnavailableError('MODEL_UNREACHABLE', 'Nobody listens.');

describe('the breaker of a model', () => {
  let now: number;
  let circuit: Circuit;
  beforeEach(() => {
    now = 1_000_000;
    circuit = new Circuit('Model "m"', () => now);
  });

  const fail = (times: number, error = away): void => {
    for (let count = 0; count < times; count += 1) circuit.failed(`task ${count}`, error());
  };
  /** Null if allowed, else the error. */
  const reported = (task: string): { code: string; retryable: boolean } | null => {
    try {
      circuit.pass(task);
      return null;
    } catch (error) {
      const { code, retryable } = error as AssayError;
      return { code, retryable };
    }
  };
  const REFUSED = { code: 'CIRCUIT_OPEN', retryable: true };
  const DEAD = { code: 'MODEL_UNREACHABLE', retryable: false };

  it('lets everything pass until five calls in a row have failed, then nothing for a second', () => {
    fail(4);
    expect(reported('a')).toBeNull();
    fail(1);
    expect(reported('a')).toEqual(REFUSED);
    now += 999;
    expect(reported('a')).toEqual(REFUSED);
  });

  it('counts a call that several tasks share once', () => {
    const shared = away();
    fail(10, () => shared);
    expect(reported('a')).toBeNull();
    fail(4);
    expect(reported('a')).toEqual(REFUSED);
  });

  it('sends one call to see whether the model is back, and all when it is', () => {
    fail(5);
    now += 1000;
    expect(reported('probe')).toBeNull();
    expect(reported('a')).toEqual(REFUSED);
    circuit.succeeded();
    expect([reported('a'), reported('b')]).toEqual([null, null]);
  });

  it('stays open for another while when the probe fails, and sends another when it was aborted', () => {
    fail(5);
    now += 1000;
    circuit.pass('probe');
    circuit.failed('probe', away());
    expect(reported('a')).toEqual(REFUSED);
    now += 1000;
    circuit.pass('probe');
    circuit.aborted();
    expect(reported('another')).toBeNull();
  });

  it('closes once a probe runs for two seconds: the endpoint accepted it', () => {
    fail(5);
    now += 1000;
    circuit.pass('probe');
    now += 1999;
    expect(reported('a')).toEqual(REFUSED);
    now += 1;
    expect([reported('a'), reported('b')]).toEqual([null, null]);
  });

  const waits = (tasks: number): number[] =>
    Array.from({ length: tasks }, (_, count) => {
      try {
        circuit.pass(`waiting ${count}`);
        return 0;
      } catch (error) {
        return (error as InfrastructureError).retryAfterMs ?? 0;
      }
    });

  it('has tasks come back soon after the model, those too that meet the call that finds it there', () => {
    fail(5);
    expect(Math.max(...waits(20))).toBeLessThanOrEqual(1500);
    now += 1000;
    circuit.pass('probe');
    expect(Math.max(...waits(20))).toBeLessThanOrEqual(1500);
  });

  it('gives the error back until it opens, then a refusal that costs no attempt', () => {
    const given = Array.from({ length: 6 }, (_, count) => circuit.failed(`task ${count}`, away()));
    expect(given.slice(0, 4)).toEqual([away(), away(), away(), away()]);
    expect(given.slice(4)).toMatchObject([REFUSED, REFUSED]);
    const refusal = circuit.failed(
      'task 9',
      new ModelUnavailableError('MODEL_OVERLOADED', 'x', { retryAfterMs: 60_000 }),
    );
    expect((refusal as InfrastructureError).retryAfterMs).toBeGreaterThanOrEqual(60_000);
  });

  it('does not open on answers of the endpoint', () => {
    fail(10, () => new ModelUnavailableError('MODEL_RATE_LIMITED', 'Later.'));
    fail(10, () => new ModelRejectedError('MODEL_REQUEST_REFUSED', 'No.'));
    fail(10, () => new ModelUnavailableError('MODEL_BAD_RESPONSE', 'A web page.'));
    expect(reported('a')).toBeNull();
    fail(4);
    circuit.succeeded();
    fail(4);
    expect(reported('a')).toBeNull();
  });

  function outage(task: string, seconds: number): (ReturnType<typeof reported> | 'probe')[] {
    return Array.from({ length: seconds }, () => {
      if (reported('prober') === null) circuit.failed('prober', away());
      const word = reported(task);
      now += 1000;
      return word;
    });
  }

  it('refuses a task for 30 seconds without counting, and then gives it the word that the model is dead', () => {
    fail(5);
    const words = outage('task 0', 35);
    expect(words.slice(0, 29).every((word) => word === null || word === 'probe' || word.code === 'CIRCUIT_OPEN')).toBe(
      true,
    );
    expect(words.slice(31)).toContainEqual(DEAD);
  });

  it('lets a task that comes late to a long outage wait as long', () => {
    fail(5);
    outage('task 0', 40);
    const words = outage('latecomer', 35);
    expect(words.slice(0, 29)).not.toContainEqual(DEAD);
    expect(words.slice(31)).toContainEqual(DEAD);
  });

  it('takes failures after a quiet time for another outage', () => {
    fail(5);
    now += 3_600_000;
    expect(reported('a')).toBeNull();
    fail(4);
    expect(reported('task 0')).toBeNull();
    fail(1);
    expect(reported('task 0')).toEqual(REFUSED);
  });
});
