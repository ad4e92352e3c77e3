import { InfrastructureError, PermanentError } from '@assay/contracts';
import { ModelUnavailableError } from '@assay/llm';
import { describe, expect, it } from '@jest/globals';
import { ModelWaits } from './model-waits.js';

function waits(product = 'question') {
  let now = 0;
  const reported: object[] = [];
  const context = {
    run: { id: 'run', product },
    journal: { publish: (event: { body: object }) => reported.push(event.body) },
  };
  const waiting = new ModelWaits(() => now);
  const notice = (at: number, error: unknown, agent = 'generator', model = 'm'): void => {
    now = at;
    waiting.notice(context as never, agent, model, error);
  };
  return { notice, reported };
}

const limited = (retryAfterMs: number | null) =>
  new ModelUnavailableError('MODEL_RATE_LIMITED', 'slow', { retryAfterMs });
const closed = (retryAfterMs: number) => new InfrastructureError('GATE_CLOSED', 'later', { retryAfterMs });
const open = () => new InfrastructureError('CIRCUIT_OPEN', 'away', { retryAfterMs: 1000 });

describe('pauses of a model', () => {
  it('are reported once, for any number of postponed calls', () => {
    const { notice, reported } = waits();
    notice(0, limited(20_000));
    notice(100, closed(19_900));
    notice(200, closed(19_800), 'evaluator');
    expect(reported).toEqual([{ agent: 'generator', model: 'm', seconds: 20, times: 1 }]);
  });

  it('are reported again, and counted, by model', () => {
    const { notice, reported } = waits();
    notice(0, limited(20_000));
    notice(20_001, limited(30_000));
    notice(20_002, limited(null), 'evaluator', 'other');
    expect(reported).toEqual([
      { agent: 'generator', model: 'm', seconds: 20, times: 1 },
      { agent: 'generator', model: 'm', seconds: 30, times: 2 },
      { agent: 'evaluator', model: 'other', seconds: 2, times: 1 },
    ]);
  });

  it('are reported every few seconds if they are short, as with an open breaker', () => {
    const { notice, reported } = waits();
    for (let at = 0; at < 12_000; at += 1000) notice(at, open());
    expect(reported).toEqual([
      { agent: 'generator', model: 'm', seconds: 1, times: 1 },
      { agent: 'generator', model: 'm', seconds: 1, times: 7 },
    ]);
  });

  it('are not reported for other errors, stopping processes or story evaluations', () => {
    const { notice, reported } = waits();
    notice(0, new InfrastructureError('STOPPING', 'the process stops'));
    notice(0, new PermanentError('MODEL_NOT_FOUND', 'none'));
    notice(0, new ModelUnavailableError('MODEL_TIMEOUT', 'slow'));
    expect(reported).toEqual([]);
    const story = waits('story');
    story.notice(0, limited(1000));
    expect(story.reported).toEqual([]);
  });
});
