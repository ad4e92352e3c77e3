import { InfrastructureError, PermanentError } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { logTaskFailure } from './log-task-failure.js';

describe('logTaskFailure', () => {
  function logged(error: Error): [string, object][] {
    const lines: [string, object][] = [];
    const logger = {
      warn: (fields: object) => void lines.push(['warn', fields]),
      debug: (fields: object) => void lines.push(['debug', fields]),
    };
    logTaskFailure(logger, 'evaluator', error);
    return lines;
  }

  it.each(['GATE_CLOSED', 'MODEL_RATE_LIMITED', 'CIRCUIT_OPEN', 'STOPPING'])('says %s quietly, no stack', (code) => {
    expect(logged(new InfrastructureError(code, 'later'))).toEqual([
      ['debug', { queue: 'evaluator', code, reason: 'later' }],
    ]);
  });

  it('keeps to the code of a permanent error, whose message may quote rows', () => {
    expect(logged(new PermanentError('TABLE_UNREADABLE', 'invalid integer: "a value"'))).toEqual([
      ['warn', { queue: 'evaluator', code: 'TABLE_UNREADABLE' }],
    ]);
  });

  it('warns of anything else, with all that is known of it', () => {
    for (const err of [new InfrastructureError('MODEL_TIMEOUT', 'no'), new Error()]) {
      expect(logged(err)).toEqual([['warn', { err, queue: 'evaluator' }]]);
    }
  });
});
