import { parseRequest, StoryEvaluationRequest, type Caller } from '@assay/contracts/requests';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, PermanentError, RequestProblem, type Id } from '@assay/contracts';
import type { TaskContext } from '@assay/work';
import type { EvaluateResult, StoryPayload, StorySettings } from './pipeline/story-run.js';
import { ADMIN, openStoryFixture, type StoryFixture } from './testing/story-fixture.js';
import { writeFindings } from './sql/write-findings.js';

const REQUEST = {
  storyId: 'the-lamp',
  candidates: [
    { label: 'plain', text: 'The lamp went out. Nobody saw it.' },
    { label: 'rich', text: 'The lamp went out, and with it the last of the ships.' },
  ],
  evaluators: [{ name: 'anna' }, { name: 'bert', model: 'judge-2' }],
  mode: 'prompt' as const,
};

type Context = TaskContext<StorySettings, StoryPayload>;

const SCORES: Record<string, Record<string, number>> = {
  anna: { plain: 50, rich: 80 },
  bert: { plain: 40, rich: 90 },
};

async function ask(fixture: StoryFixture, changes: object = {}): Promise<Id> {
  const request = await parseRequest(StoryEvaluationRequest, { ...REQUEST, ...changes });
  return (await fixture.intake.evaluate({ request, caller: ADMIN })).id;
}

async function evaluate(fixture: StoryFixture, context: Context): Promise<EvaluateResult> {
  const { payload, input, run } = context;
  const owner = { task: context.task, claim: context.claim, run: run?.id ?? '', candidate: payload.candidate };
  const label = input.labels[payload.candidate - 1] ?? '';
  if (payload.kind === 'narrate-story') {
    const { chunk } = payload;
    const lines = [{ character: null, text: `${label} ${chunk}`, emotion: 'neutral' }];
    await writeFindings(
      fixture.work.database,
      { ...owner, evaluator: null, chunk },
      { toolCalls: [], coverage: { coveragePercent: 95, isValid: true, errors: [], warnings: [], lines } },
    );
    return { status: 'failed', stopReason: 'none', reason: 'not looked at' };
  }
  const { name } = input.evaluators[payload.evaluator] ?? { name: '' };
  const score = SCORES[name]?.[label] ?? 0;
  const evaluation = { model: 'some-model', answer: { of: label }, total: score / 2.5, score, coherence: null };
  const toolCalls = [
    {
      iteration: 1,
      name: 'evaluate_full_story',
      arguments: { of: label },
      result: { accepted: true },
      succeeded: true,
    },
  ];
  await writeFindings(fixture.work.database, { ...owner, evaluator: name, chunk: null }, { toolCalls, evaluation });
  return { status: 'evaluated', model: 'some-model', total: score / 2.5, score };
}

describe('an evaluation of stories on the record', () => {
  let fixture: StoryFixture;
  beforeAll(async () => {
    fixture = await openStoryFixture();
  });
  afterAll(() => fixture.close());

  it('goes from the request to the choice, with everything on record', async () => {
    const run = await ask(fixture);
    expect((await fixture.reader.view(run, ADMIN)).status).toBe('QUEUED');
    await fixture.workOff(run, { handle: async (context: Context) => ({ result: await evaluate(fixture, context) }) });
    const record = await fixture.reader.record(run, ADMIN);
    expect(record).toMatchObject({
      storyId: 'the-lamp',
      status: 'DONE',
      choice: 'rich',
      failedEvaluators: [],
      error: null,
    });
    expect(record.ranking).toEqual([
      { label: 'rich', score: 85, spread: 10, approved: true, evaluators: 2 },
      { label: 'plain', score: 45, spread: 10, approved: true, evaluators: 2 },
    ]);
    expect(record.evaluations).toHaveLength(4);
    for (const { evaluator, label, score, answer } of record.evaluations) {
      expect(score).toBe(SCORES[evaluator as string]?.[label as string]);
      expect(answer).toEqual({ of: label });
    }
    expect(record.toolCalls).toHaveLength(4);
    expect(record.events.map(({ sequence }) => sequence)).toEqual(record.events.map((_event, index) => index + 1));
    expect(record.events.at(0)).toMatchObject({ type: 'story-evaluation-accepted', labels: ['plain', 'rich'] });
    expect(record.events.at(-1)).toMatchObject({ type: 'story-evaluation-finished', status: 'DONE', choice: 'rich' });
    expect(fixture.errors).toEqual([]);
  });

  it('keeps the rest if one evaluator fails permanently, and names it', async () => {
    const run = await ask(fixture, { minEvaluators: 1 });
    await fixture.workOff(run, {
      handle: async (context: Context) => {
        const isBert = context.payload.kind === 'evaluate-story' && context.payload.evaluator === 1;
        if (isBert) throw new PermanentError('MODEL_REJECTED', 'no such model');
        return { result: await evaluate(fixture, context) };
      },
    });
    const view = await fixture.reader.view(run, ADMIN);
    expect(view).toMatchObject({ status: 'DONE', choice: 'rich' });
    expect(view.failedEvaluators).toEqual(
      ['plain', 'rich'].map((label) => ({ evaluator: 'bert', label, reason: 'MODEL_REJECTED: no such model' })),
    );
  });

  it('puts the narrations of all chunks together, in order, at the end', async () => {
    const text = 'Sentence after sentence, wave after wave. '.repeat(120);
    const run = await ask(fixture, { candidates: [{ label: 'long', text }], tts: {} });
    await expect(fixture.reader.ttsSchema(run, { label: 'long' }, ADMIN)).rejects.toMatchObject({
      code: 'NO_TTS_SCHEMA',
    });
    await fixture.workOff(run, { handle: async (context: Context) => ({ result: await evaluate(fixture, context) }) });
    const schema = await fixture.reader.ttsSchema(run, { label: 'long' }, ADMIN);
    expect(schema.timeline.map((line) => line.text)).toEqual(['long 1', 'long 2', 'long 3']);
    const { coverage } = await fixture.reader.record(run, ADMIN);
    expect(coverage.map(({ label, chunk, isValid }) => [label, chunk, isValid])).toEqual([
      ['long', 1, true],
      ['long', 2, true],
      ['long', 3, true],
    ]);
    await expect(fixture.reader.ttsSchema(run, { label: 'short' }, ADMIN)).rejects.toMatchObject({ status: 404 });
  });

  it('is cancelled when it is asked to be, once', async () => {
    const run = await ask(fixture);
    await fixture.advance(run);
    expect(await fixture.intake.cancel(run, ADMIN)).toMatchObject({ id: run, status: 'RUNNING' });
    await fixture.advance(run);
    expect(await fixture.reader.view(run, ADMIN)).toMatchObject({ status: 'CANCELLED', choice: null });
    await expect(fixture.intake.cancel(run, ADMIN)).rejects.toMatchObject({ status: 409, code: 'ALREADY_FINISHED' });
  });

  it('writes nothing for a claim that was lost, and replaces what an earlier attempt wrote', async () => {
    const run = await ask(fixture);
    await fixture.workOff(run, {
      handle: async (context: Context) => {
        const { task, payload } = context;
        const owner = { task, run, candidate: payload.candidate, evaluator: 'anna', chunk: null };
        const call = { iteration: 1, name: 'x', arguments: {}, result: {}, succeeded: true };
        const evaluation = { model: 'm', answer: {}, total: 1, score: 1, coherence: null };
        const { database } = fixture.work;
        await writeFindings(
          database,
          { ...owner, claim: context.claim },
          { toolCalls: [call, call, call], evaluation },
        );
        await writeFindings(database, { ...owner, claim: context.claim }, { toolCalls: [call] });
        await writeFindings(database, { ...owner, claim: newId() }, { toolCalls: [call, call], evaluation });
        return { result: await evaluate(fixture, context) };
      },
    });
    const { toolCalls, evaluations } = await fixture.reader.record(run, ADMIN);
    expect(toolCalls.map(({ name }) => name)).toEqual([
      'evaluate_full_story',
      'evaluate_full_story',
      'evaluate_full_story',
      'evaluate_full_story',
    ]);
    expect(evaluations.map(({ model }) => model)).toEqual(['some-model', 'some-model', 'some-model', 'some-model']);
  });

  it('is there for the key that asked and for admins alone', async () => {
    const key: Caller = { owner: 'key-1', grants: [{ role: 'curating-key', workspaces: [] }] };
    const { id } = await fixture.intake.evaluate({ request: REQUEST, caller: key });
    expect((await fixture.reader.view(id, key)).id).toBe(id);
    expect((await fixture.reader.view(id, ADMIN)).id).toBe(id);
    const other: Caller = { ...key, owner: 'key-2' };
    const attempts = [
      () => fixture.reader.view(id, other),
      () => fixture.reader.record(id, other),
      () => fixture.reader.events(id, 0, other),
      () => fixture.reader.ttsSchema(id, { label: 'plain' }, other),
      () => fixture.intake.cancel(id, other),
      () => fixture.reader.view('not-an-id', key),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'STORY_EVALUATION_NOT_FOUND' });
    }
  });

  it.each([
    ['storyId', { storyId: '' }],
    ['candidates', { candidates: [] }],
    ['candidates.0.text', { candidates: [{ label: 'a', text: ' \n' }] }],
    ['candidates.0.text', { candidates: [{ label: 'a', text: 'ä'.repeat(103_000) }] }],
    ['candidates', { candidates: Array.from({ length: 11 }, (_, index) => ({ label: `${index}`, text: 'x' })) }],
    ['candidates.1.label', { candidates: [REQUEST.candidates[0], REQUEST.candidates[0]] }],
    ['evaluators', { evaluators: [] }],
    ['evaluators.1.name', { evaluators: [{ name: 'anna' }, { name: 'anna' }] }],
    ['evaluators.0.temperature', { evaluators: [{ name: 'anna', temperature: 3 }] }],
    ['minEvaluators', { minEvaluators: 3 }],
    ['minimumScore', { minimumScore: 101 }],
    ['mode', { mode: 'chunks' }],
    ['mode', { mode: undefined }],
    ['retry.attempts', { retry: { attempts: 0 } }],
    ['tts.threshold', { tts: { threshold: 0.9 } }],
    ['responseFormat', { responseFormat: { type: 'array' } }],
    ['replyTo', { replyTo: 'questions' }],
    ['surprise', { surprise: 1 }],
  ])('refuses a wrong %s by its name, with nothing half-done', async (field, changes) => {
    const before = await countRuns(fixture);
    const refused = await ask(fixture, changes).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RequestProblem);
    expect((refused as RequestProblem).status).toBe(422);
    expect((refused as RequestProblem).errors.map((problem) => problem.field)).toEqual([field]);
    expect(await countRuns(fixture)).toBe(before);
  });

  it('keeps texts that Postgres cannot hold as they are by replacing what it cannot hold', async () => {
    const run = await ask(fixture, { candidates: [{ label: 'odd', text: 'a\u0000b\ud800c' }] });
    await fixture.advance(run);
    expect((await fixture.reader.view(run, ADMIN)).status).toBe('RUNNING');
  });
});

async function countRuns({ work }: StoryFixture): Promise<number> {
  const [row] = await work.database.query<{ count: number }>({
    name: 'test_count_runs',
    text: 'select count(*)::integer as count from assay.runs',
  });
  return row?.count ?? 0;
}
