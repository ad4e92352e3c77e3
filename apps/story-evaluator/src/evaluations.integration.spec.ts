import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StoryEvaluationRecord } from '@assay/contracts';
import type { ModelCall } from '@assay/testing';
import { ADMIN, openStoryFixture, type StoryFixture } from './testing/story-fixture.js';
import { evaluation, scores, toolCalls, words } from './testing/replies.js';

const LONG = 'The tide came in over the stones, and the keeper counted the waves. '.repeat(80);
const CANDIDATES = [
  { label: 'plain', text: 'A lamp went out. Nobody came.' },
  { label: 'rich', text: 'A lamp went out, and the whole coast held its breath.' },
  { label: 'dull', text: 'There was a lamp. It was a lamp.' },
];

const evaluator = (name: string, changes: object = {}): object => ({ name, model: name, ...changes });
const request = (changes: object = {}): object => ({
  storyId: 'the-lamp',
  candidates: CANDIDATES,
  evaluators: [evaluator('anna'), evaluator('bert')],
  mode: 'prompt',
  ...changes,
});
const ONE = { candidates: [CANDIDATES[0]], evaluators: [evaluator('anna')] };
const PARTS = { ...ONE, candidates: [{ label: 'long', text: LONG }], mode: 'parts' };

const labelOf = ({ prompt }: ModelCall): string => /kind="label">\n(.*)\n<\/data-/.exec(prompt)?.[1] ?? '';
const reasonsOf = ({ failedEvaluators }: StoryEvaluationRecord): string[] =>
  failedEvaluators.map(({ reason }) => reason.split(':')[0] ?? '');

describe('evaluators with an outside model', () => {
  let fixture: StoryFixture;
  beforeAll(async () => {
    fixture = await openStoryFixture();
  });
  beforeEach(() => {
    fixture.errors.length = 0;
  });
  afterAll(() => fixture.close());

  it('score three candidates side by side, and the right one is chosen', async () => {
    const given: Record<string, Record<string, number>> = {
      anna: { plain: 5, rich: 9, dull: 2 },
      bert: { plain: 6, rich: 7, dull: 1 },
    };
    fixture.script((call) => evaluation(given[call.body.model]?.[labelOf(call)] ?? 0));
    const record = await fixture.evaluate(request());
    expect(record).toMatchObject({ status: 'DONE', choice: 'rich', failedEvaluators: [] });
    expect(record.ranking).toEqual([
      { label: 'rich', score: 80, spread: 20, approved: true, evaluators: 2 },
      { label: 'plain', score: 55, spread: 10, approved: true, evaluators: 2 },
      { label: 'dull', score: 15, spread: 10, approved: true, evaluators: 2 },
    ]);
    expect(fixture.model.calls).toHaveLength(6);
    expect(record.usage).toMatchObject({ modelCalls: 6, inputTokens: 600, outputTokens: 60 });
    for (const { evaluator: name, label, total, answer } of record.evaluations) {
      const each = given[name as string]?.[label as string] ?? -1;
      expect(total).toBe(4 * each);
      expect(answer).toEqual(scores(each));
    }
    expect(fixture.errors).toEqual([]);
  });

  it('never have their scores mixed, however many run side by side', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `judge-${index}`);
    const each = (name: string, label: string): number => (Number(name.slice(6)) + label.length) % 11;
    fixture.script(async (call) => {
      await new Promise((resolve) => setTimeout(resolve, (call.index * 7) % 40));
      return evaluation(each(call.body.model, labelOf(call)));
    });
    const record = await fixture.evaluate(request({ evaluators: names.map((name) => evaluator(name)) }));
    expect(record.evaluations).toHaveLength(30);
    for (const { evaluator: name, label, score } of record.evaluations) {
      expect(score).toBe(10 * each(name as string, label as string));
    }
    for (const { label, score } of record.ranking) {
      const sum = names.reduce((total, name) => total + 10 * each(name, label), 0);
      expect(score).toBeCloseTo(sum / 10);
    }
  });

  it('may forget the final tool three times', async () => {
    const before = fixture.model.callCount;
    fixture.script((call) => (call.index - before < 3 ? words('A fine story, eight of ten.') : evaluation(8)));
    const record = await fixture.evaluate(request(ONE));
    expect(record).toMatchObject({ status: 'DONE', choice: 'plain' });
    const [first, ...reminded] = fixture.model.calls.map(({ prompt }) => prompt);
    expect(first).not.toMatch(/called no tool/);
    expect(reminded).toHaveLength(3);
    for (const prompt of reminded) {
      expect(prompt.match(/Your last reply called no tool/g)).toHaveLength(1);
      expect(prompt).not.toContain('eight of ten');
    }
  });

  it('are reminded by the response checker where one is wanted, twice, then by the fixed text', async () => {
    const reminder = 'Please finish with the tool for evaluations. {{CHUNK_1}}';
    let turn = 0;
    fixture.script(({ prompt, body }) => {
      if (prompt.includes('Write the reminder.')) {
        expect(body.model).toBe('plain');
        expect(prompt).toContain('A fine story!');
        return words(reminder);
      }
      turn += 1;
      return turn <= 3 ? words('A fine story!') : evaluation(7);
    });
    const record = await fixture.evaluate(request({ ...ONE, responseChecker: { model: 'plain' } }));
    expect(record).toMatchObject({ status: 'DONE', failedEvaluators: [] });
    const prompts = fixture.model.calls
      .map(({ prompt }) => prompt)
      .filter((prompt) => !prompt.includes('Write the reminder.'));
    expect(prompts.map((prompt) => prompt.includes('Please finish with the tool'))).toEqual([false, true, true, false]);
    expect(prompts[3]).toContain('called no tool');
    expect(record.calls).toHaveLength(6);
  });

  it('fail, by name, when they forget it a fourth time, and the others stand', async () => {
    fixture.script(({ body }) => (body.model === 'bert' ? words('Lovely.') : evaluation(7)));
    const record = await fixture.evaluate(request({ candidates: [CANDIDATES[0]], minEvaluators: 1 }));
    expect(record).toMatchObject({ status: 'DONE', choice: 'plain' });
    expect(record.ranking).toEqual([{ label: 'plain', score: 70, spread: 0, approved: true, evaluators: 1 }]);
    expect(record.failedEvaluators).toEqual([
      { evaluator: 'bert', label: 'plain', reason: expect.stringMatching(/^no-final-tool: /) as unknown },
    ]);
    expect(fixture.model.calls.filter(({ body }) => body.model === 'bert')).toHaveLength(4);
    expect(record.events.map(({ type }) => type)).toContain('evaluator-failed');
  });

  it('do not decide anything where too few of them stand', async () => {
    fixture.script(({ body }) => (body.model === 'bert' ? words('Lovely.') : evaluation(7)));
    const record = await fixture.evaluate(request({ candidates: [CANDIDATES[0]] }));
    expect(record).toMatchObject({ status: 'ERROR', choice: null, ranking: [], error: { code: 'TOO_FEW_EVALUATORS' } });
    expect(record.nextSteps.map(({ action }) => action)).toEqual(['check-model', 'retry']);
    expect(record.evaluations).toHaveLength(1);
  });

  it('see which fields are missing or wrong, and may correct them', async () => {
    const { originality_score: _left, ...missing } = scores(5);
    const answers = [missing, scores(5, { action_score: 11 }), scores(5, { action_score: 'much' }), scores(6)];
    const before = fixture.model.callCount;
    fixture.script(({ index }) => toolCalls(['evaluate_full_story', answers[index - before]]));
    const record = await fixture.evaluate(request(ONE));
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 60 }] });
    const [, second, third, fourth] = fixture.model.calls.map(({ prompt }) => prompt);
    expect(second).toMatch(/originality_score.{1,3} is missing/);
    expect(third).toMatch(/action_score.{1,3} must be at most 10/);
    expect(fourth).toMatch(/action_score.{1,3} must be of type number/);
    expect(record.toolCalls.map(({ succeeded }) => succeeded)).toEqual([false, false, false, true]);
  });

  it('fail when their fields are wrong a fourth time', async () => {
    fixture.script(() => toolCalls(['evaluate_full_story', scores(5, { action_score: 11 })]));
    expect(reasonsOf(await fixture.evaluate(request(ONE)))).toEqual(['invalid-arguments']);
    expect(fixture.model.calls).toHaveLength(4);
  });

  it('are understood in any letter case, with arguments as text, doubly encoded, or written out', async () => {
    const before = fixture.model.callCount;
    const written = `Here it is:\n<tool_call>{"name": "EVALUATE_full_Story", "arguments": ${JSON.stringify(JSON.stringify(scores(9)))}}</tool_call>`;
    const answers = [
      toolCalls(['Evaluate_Full_Story', scores(9, { action_score: '9' })]),
      toolCalls(['EVALUATE_FULL_STORY', JSON.stringify(JSON.stringify(scores(9)))]),
      words(written),
    ];
    for (const [at, reply] of answers.entries()) {
      fixture.script(() => reply);
      const record = await fixture.evaluate(request(ONE));
      expect({ at, ranking: record.ranking[0]?.score }).toEqual({ at, ranking: 90 });
    }
    expect(fixture.model.callCount - before).toBe(3);
  });

  it('learn that a tool does not exist, and continue', async () => {
    const before = fixture.model.callCount;
    fixture.script(({ index }) => (index === before ? toolCalls(['rate_story', { score: 3 }]) : evaluation(4)));
    const record = await fixture.evaluate(request(ONE));
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 40 }] });
    expect(record.toolCalls[0]).toMatchObject({ name: 'rate_story', succeeded: false });
    expect(fixture.model.calls[1]?.prompt).toMatch(/no tool of this name/);
  });

  it('read a story part by part, and evaluate it when they have read it all', async () => {
    const before = fixture.model.callCount;
    fixture.script(({ index }) => {
      const part = index - before;
      return part < 3 ? toolCalls(['read_story_part', { part_index: part }]) : evaluation(6);
    });
    const record = await fixture.evaluate(request(PARTS));
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 60 }] });
    const read = record.toolCalls.slice(0, 3).map(({ result }) => result as { text: string; is_last: boolean });
    expect(read.map(({ text }) => text).join('')).toBe(LONG);
    expect(read.map(({ is_last }) => is_last)).toEqual([false, false, true]);
    expect(fixture.model.calls[0]?.prompt).not.toContain('The tide came in');
    for (const { body } of fixture.model.calls) {
      expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    }
  });

  it('are refused when they read only some parts, and may read the others', async () => {
    const before = fixture.model.callCount;
    const reads = (...parts: number[]): [string, unknown][] =>
      parts.map((part_index) => ['read_story_part', { part_index }]);
    fixture.script(({ index }) => {
      if (index === before) return toolCalls(...reads(0, 2), ['evaluate_full_story', scores(10)]);
      return toolCalls(...reads(1), ['evaluate_full_story', scores(3)]);
    });
    const record = await fixture.evaluate(request(PARTS));
    expect(record.ranking[0]?.score).toBe(30);
    expect(record.evaluations).toHaveLength(1);
    expect(fixture.model.calls[1]?.prompt).toMatch(/refused: you have not read part 1\./);
  });

  it('fail when they evaluate unread parts a fourth time', async () => {
    fixture.script(() => evaluation(10));
    const record = await fixture.evaluate(request(PARTS));
    expect(reasonsOf(record)).toEqual(['refused']);
    expect(record.evaluations).toEqual([]);
    expect(fixture.model.calls).toHaveLength(4);
  });

  it('fail when they ask for one part a fourth time, or continue without end', async () => {
    fixture.script(() => toolCalls(['read_story_part', { part_index: 0 }]));
    expect(reasonsOf(await fixture.evaluate(request(PARTS)))).toEqual(['same-arguments']);
    expect(fixture.model.calls).toHaveLength(4);
    fixture.script(() => toolCalls(['get_all_previous_facts', { up_to_chunk: 1 }]));
    const endless = request({ ...ONE, evaluators: [evaluator('anna', { coherence: true })] });
    expect(reasonsOf(await fixture.evaluate(endless))).toEqual(['iterations']);
    expect(fixture.model.calls).toHaveLength(100);
  });

  it('cite placeholders in a result, and they are not expanded', async () => {
    const text = 'She wrote {{TOOL_read_story_part}} and {{evaluate_full_story_result}} on the wall.';
    const before = fixture.model.callCount;
    fixture.script(({ index }) =>
      index === before ? toolCalls(['read_story_part', { part_index: 0 }]) : evaluation(5),
    );
    await fixture.evaluate(request({ ...PARTS, candidates: [{ label: 'odd', text }] }));
    const second = fixture.model.calls[1]?.prompt ?? '';
    expect(second).toContain(JSON.stringify(text).slice(1, -1));
    expect(second.match(/She wrote/g)).toHaveLength(1);
    fixture.script(() => evaluation(5));
    await fixture.evaluate(request({ ...ONE, candidates: [{ label: 'odd', text }] }));
    expect(fixture.model.calls[0]?.prompt).toContain('She wrote { {TOOL_read_story_part}} and');
  });

  it('follow the coherence chunk by chunk, where they are asked to', async () => {
    const facts = { characters: ['the keeper'], locations: ['the coast'], events: ['the tide'], timeline: ['night'] };
    const steps = [1, 2, 3].map((chunk_number) =>
      toolCalls(
        ['extract_chunk_facts', { chunk_number, facts }],
        ['get_all_previous_facts', { up_to_chunk: chunk_number }],
        [
          'calculate_coherence',
          { chunk_number, local_coherence: 0.9, global_coherence: '80 %', errors: 'a wave too many' },
        ],
      ),
    );
    const end = toolCalls(
      ['finalize_global_coherence', { global_coherence: 0.85, notes: 'It holds.' }],
      ['evaluate_full_story', scores(7)],
    );
    const before = fixture.model.callCount;
    fixture.script(({ index }) => [...steps, end][index - before] ?? end);
    const record = await fixture.evaluate(
      request({ ...PARTS, mode: 'prompt', evaluators: [evaluator('anna', { coherence: true })] }),
    );
    expect(record.evaluations[0]?.['coherence']).toEqual({
      chunks: [1, 2, 3].map((chunk) => ({ chunk, local: 0.9, global: 0.8, errors: ['a wave too many'] })),
      global: 0.85,
      notes: 'It holds.',
    });
    const facts3 = record.toolCalls.filter(({ name }) => name === 'get_all_previous_facts').at(-1)?.['result'];
    expect((facts3 as { chunks: unknown[] }).chunks).toHaveLength(3);
    expect(fixture.model.calls[0]?.prompt).toMatch(/\{\{CHUNK_1\}\}: The tide[\s\S]*\{\{CHUNK_3\}\}: /);
  });

  it('answer in a format of their own, which is enforced and scored', async () => {
    const responseFormat = {
      type: 'object',
      properties: {
        pace_score: { type: 'integer', minimum: 1, maximum: 5 },
        remark: { type: 'string', maxLength: 10 },
      },
      required: ['pace_score', 'remark'],
      additionalProperties: false,
    };
    const before = fixture.model.callCount;
    fixture.script(({ index }) =>
      toolCalls([
        'evaluate_full_story',
        { pace_score: 4, remark: index === before ? 'far too long a remark' : 'brisk' },
      ]),
    );
    const record = await fixture.evaluate(request({ ...ONE, responseFormat, minimumScore: 80 }));
    expect(record.ranking).toEqual([{ label: 'plain', score: 75, spread: 0, approved: false, evaluators: 1 }]);
    expect(record).toMatchObject({ status: 'DONE', choice: null });
    expect(fixture.model.calls).toHaveLength(2);
  });

  it('see criteria and instructions, and use their own temperature', async () => {
    fixture.script(() => evaluation(5));
    await fixture.evaluate(
      request({
        ...ONE,
        criteria: [{ name: 'Weather', description: 'Is there any?' }],
        evaluators: [evaluator('anna', { instructions: 'Look for lamps.', temperature: 0.9 })],
      }),
    );
    const { prompt, body, agent } = fixture.model.calls[0] as ModelCall;
    expect(prompt).toMatch(/- Weather: Is there any\?/);
    expect(prompt).toMatch(/Look for lamps\./);
    expect(body).toMatchObject({ temperature: 0.9, model: 'anna' });
    expect(agent).toBe('story-evaluator');
  });

  it('are retried while their model is unreachable, and pay no answer twice', async () => {
    const before = fixture.model.callCount;
    fixture.script(({ index }) => {
      if (index === before) return toolCalls(['read_story_part', { part_index: 0 }]);
      if (index === before + 1) return { status: 503, body: 'away' };
      return index === before + 2
        ? toolCalls(['read_story_part', { part_index: 1 }], ['read_story_part', { part_index: 2 }])
        : evaluation(8);
    });
    const record = await fixture.evaluate(request(PARTS));
    expect(record).toMatchObject({ status: 'DONE', ranking: [{ score: 80 }] });
    expect(record.usage).toMatchObject({ modelCalls: 3, replayedCalls: 1 });
    expect(fixture.model.calls).toHaveLength(4);
    expect(record.calls.filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('leave every call on record, raw and as it was read', async () => {
    fixture.script(() => evaluation(8));
    const record = await fixture.evaluate(request(ONE));
    const [call] = record.calls;
    expect(call).toMatchObject({ agent: 'story-evaluator', status: 'answered', parser: 'native', costUsd: null });
    const detail = await fixture.reader.call(record.id, call?.id ?? '', ADMIN);
    expect(JSON.parse(detail.response as string)).toMatchObject({ id: 'scripted' });
    expect(detail.normalised).toMatchObject({ toolCalls: [{ name: 'evaluate_full_story' }] });
    expect(detail.request).toMatchObject({ of: { kind: 'evaluate-story', candidate: 1, evaluator: 0 }, toolCalls: 0 });
    await expect(fixture.reader.call(record.id, record.id, ADMIN)).rejects.toMatchObject({ code: 'CALL_NOT_FOUND' });
  });

  it('fail by name if their model stays unreachable', async () => {
    fixture.script(({ body }) => (body.model === 'bert' ? { status: 503, body: 'away' } : evaluation(6)));
    const record = await fixture.evaluate(
      request({ candidates: [CANDIDATES[0]], minEvaluators: 1, retry: { attempts: 2 } }),
    );
    expect(record).toMatchObject({ status: 'DONE', choice: 'plain' });
    expect(record.failedEvaluators[0]?.reason).toMatch(/^MODEL_/);
    expect(fixture.model.calls.filter(({ body }) => body.model === 'bert')).toHaveLength(2);
  });
});
