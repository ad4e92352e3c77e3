import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoryEvaluationRecord } from '@assay/contracts';
import type { RawReply } from '@assay/testing';
import { openStoryFixture, type StoryFixture } from './testing/story-fixture.js';
import { evaluation, toolCalls, words } from './testing/replies.js';

const SHORT = { label: 'plain', text: 'A lamp went out. Nobody came.' };
const LONG = { label: 'long', text: 'The tide came in over the stones, and the keeper counted the waves. '.repeat(80) };
const PARTS = { candidates: [LONG], mode: 'parts' };

const evaluator = (name: string): object => ({ name, model: name });
const request = (changes: object = {}): object => ({
  storyId: 'the-lamp',
  evaluators: [evaluator('anna')],
  mode: 'prompt',
  ...changes,
});

describe('evaluators whose model fails them', () => {
  let fixture: StoryFixture;
  beforeAll(async () => {
    fixture = await openStoryFixture();
  });
  afterAll(() => fixture.close());

  it('fall back on another model when their own never gives an evaluation, or is refused', async () => {
    fixture.script(({ body }) => {
      if (body.model === 'anna') return words('Lovely.');
      return body.model === 'bert' ? { status: 404, body: { error: { message: 'no such model' } } } : evaluation(6);
    });
    const record = await fixture.evaluate(
      request({
        candidates: [SHORT],
        evaluators: [evaluator('anna'), evaluator('bert')],
        retry: { attempts: 2, fallbackModel: 'spare' },
      }),
    );
    expect(record).toMatchObject({ status: 'DONE', failedEvaluators: [], ranking: [{ score: 60, evaluators: 2 }] });
    expect(record.evaluations.map(({ model }) => model)).toEqual(['spare', 'spare']);
  });

  it('pay for no answer twice where the fallback is unreachable for a while, and ask their own model nothing more', async () => {
    const rest = toolCalls(['read_story_part', { part_index: 1 }], ['read_story_part', { part_index: 2 }]);
    const spare = [
      toolCalls(['read_story_part', { part_index: 0 }]),
      { status: 503, body: 'away' },
      rest,
      evaluation(6),
    ];
    fixture.script(({ body }) => (body.model === 'anna' ? words('Lovely.') : (spare.shift() ?? words(''))));
    const record = await fixture.evaluate(request({ ...PARTS, retry: { attempts: 1, fallbackModel: 'spare' } }));
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 60 }] });
    expect(fixture.model.calls.map(({ body }) => body.model)).toEqual([
      ...new Array<string>(4).fill('anna'),
      ...new Array<string>(4).fill('spare'),
    ]);
    expect(record.usage).toMatchObject({ modelCalls: 7, replayedCalls: 5 });
  });

  it('use the fallback model if their own stays unreachable', async () => {
    const before = fixture.model.callCount;
    fixture.script(({ body, index }) => {
      if (body.model === 'spare') return evaluation(6);
      return index === before ? toolCalls(['read_story_part', { part_index: 0 }]) : { status: 503, body: 'away' };
    });
    const record = await fixture.evaluate(
      request({ candidates: [SHORT], retry: { attempts: 2, fallbackModel: 'spare' } }),
    );
    expect(record).toMatchObject({ status: 'DONE', evaluations: [{ model: 'spare' }] });
    expect(fixture.model.calls.map(({ body }) => body.model)).toEqual(['anna', 'anna', 'anna', 'spare']);
    expect(record.calls.flatMap(({ flags }) => flags)).not.toContain('superseded');
  });

  it('leave every tool call on record: of the model before the fallback, and of a run that was cut short', async () => {
    const reads = (part_index: number): RawReply => toolCalls(['read_story_part', { part_index }]);
    const rest = toolCalls(['read_story_part', { part_index: 1 }], ['read_story_part', { part_index: 2 }]);
    const away = { status: 503, body: 'away' };
    const replies: Record<string, RawReply[]> = {
      anna: [reads(0), words('Lovely.')],
      spare: [reads(0), rest, evaluation(8)],
      bert: [reads(2), away],
    };
    const turns = new Map<string, number>();
    fixture.script(({ body: { model } }) => {
      const turn = turns.get(model) ?? 0;
      turns.set(model, turn + 1);
      return replies[model]?.[turn] ?? replies[model]?.at(-1) ?? words('');
    });
    const partsOf = ({ toolCalls: made }: StoryEvaluationRecord): unknown[] =>
      made.filter(({ name }) => name === 'read_story_part').map((call) => call['arguments']);
    const mended = await fixture.evaluate(request({ ...PARTS, retry: { attempts: 1, fallbackModel: 'spare' } }));
    expect(mended).toMatchObject({ status: 'DONE', evaluations: [{ model: 'spare' }] });
    expect(partsOf(mended)).toEqual([0, 0, 1, 2].map((part_index) => ({ part_index })));
    const cut = await fixture.evaluate(request({ ...PARTS, evaluators: [evaluator('bert')], retry: { attempts: 1 } }));
    expect(cut).toMatchObject({ status: 'ERROR', evaluations: [] });
    expect(partsOf(cut)).toEqual([{ part_index: 2 }]);
  });
});
