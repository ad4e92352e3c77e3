import { runLoop, type Completion } from '@assay/llm';
import { describe, expect, it } from '@jest/globals';
import { NarrationRun } from './narration-run.js';

async function narrated(...texts: string[]) {
  const prompt = { system: 'Narrate.', user: 'The chunk.', hash: '', fence: 'f' };
  const run = new NarrationRun({ prompt, source: 'one two three four five six', threshold: 90 });
  let turn = 0;
  const askModel = async (): Promise<Completion> => {
    const text = texts[Math.min(turn, texts.length - 1)];
    turn += 1;
    const toolCalls = [{ id: String(turn), name: 'add_narration', arguments: JSON.stringify({ text: `${text}` }) }];
    return { content: null, toolCalls, refusal: null, finishReason: 'tool_calls' } as unknown as Completion;
  };
  const outcome = await runLoop(run.loop(), { askModel }, new AbortController().signal);
  return { outcome, turns: turn };
}

describe('a narration', () => {
  it('ends when enough of the chunk is spoken', async () => {
    const { outcome } = await narrated('one two three', 'four five six');
    expect(outcome).toMatchObject({ status: 'completed', iterations: 2 });
  });

  it('ends without a result after three turns in a row that add nothing', async () => {
    const { outcome, turns } = await narrated('one two three', 'seven', 'eight', 'four', 'nine', 'ten', 'eleven');
    expect(outcome).toMatchObject({ status: 'retries-exhausted', stopReason: 'no-progress' });
    expect(turns).toBe(7);
  });
});
