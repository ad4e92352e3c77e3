import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExampleQuestion } from '@assay/contracts';
import { PoolEndpoint, RecordingCalls, ReplayedCalls, UpstreamCalls, type ModelCalls } from '@assay/evaluation';
import { templatesVersion } from '@assay/llm/prompts';
import { DEMO_MODELS } from '@assay/runtime';
import { startDemoModel, type DemoModelServer } from '@assay/standalone';
import { eventually } from '@assay/testing';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Api } from './harness/api-client.js';
import { startAssay, type AssayProcess } from './harness/assay-process.js';
import { QuestionViews } from './harness/question-views.js';
import type { Record } from './harness/record-schema.js';

const PROMPTS = fileURLToPath(new URL('../prompts', import.meta.url));
/** Calls and result of a demo run; `ASSAY_E2E_RECORD=1` records them again. */
const CALLS = fileURLToPath(new URL('recordings/bookshop.jsonl', import.meta.url));
const OUTLINE = fileURLToPath(new URL('recordings/bookshop.json', import.meta.url));

/** How many the demo workspace has. */
const GOLD_SQLS = 2;
const QUESTION = 'How many books are in each category?';
/** Prompts must not depend on speed: no stragglers, no witnesses. */
const REPEATABLE = { seed: 1, stragglers: null, judge: 'text', allowSilver: false };

interface Kept {
  prompts: string;
  outline: Outline;
}

/** Without ids and times. */
interface Outline {
  status: string;
  case: string | null;
  waves: object[];
  tests: object[];
  /** Tests considered not demanded. */
  objections: string[];
  readings: object[];
  openPoints: object[];
  settlements: object[];
  calls: { [agent: string]: number };
}

function outlineOf(record: Record): Outline {
  const [attempt] = record.attempts;
  if (attempt === undefined) throw new Error('the run has no attempt');
  const statements = new Map(attempt.tests.map(({ number, statement }) => [number, statement]));
  const objected = attempt.evaluations.flatMap(({ notDemanded = [] }) => notDemanded);
  const agents = Map.groupBy(record.calls, ({ agent }) => agent);
  return {
    status: record.status,
    case: attempt.case,
    waves: attempt.waves.map(({ candidates, stopped, why }) => ({ candidates, stopped, why })),
    tests: attempt.tests
      .filter(({ number }) => number !== null)
      .map(({ statement, kind, contested }) => ({ statement, kind, contested })),
    objections: [...new Set(objected.map((number) => statements.get(number) ?? ''))],
    readings: record.readings.map(({ statement, chosen, rowCount }) => ({ statement, chosen, rowCount })),
    openPoints: record.openPoints.map(({ question, settled }) => ({ question, settled })),
    settlements: record.settlements.map(({ option, sql }) => ({ option, sql })),
    calls: Object.fromEntries([...agents].map(([agent, calls]): [string, number] => [agent, calls.length])),
  };
}

describe('a run on the demo database whose calls are recorded', () => {
  let folder: string;
  let model: DemoModelServer;
  let endpoint: PoolEndpoint;
  let answering: ModelCalls;
  let assay: AssayProcess;
  let api: Api;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-e2e-recorded-demo-'));
    model = await startDemoModel({ latencyMs: { low: 0, high: 0 } });
    endpoint = await PoolEndpoint.start(0, { answer: (call) => answering.answer(call) }, { servesPool: false });
    const env = {
      OPENAI_BASE_URL: endpoint.url,
      OPENAI_API_KEY: 'none',
      // the first of equal SQLs is the original
      ASSAY_CONCURRENCY: '1',
      ASSAY_MODEL_BASIC: DEMO_MODELS.BASIC,
      ASSAY_MODEL_ADVANCED: DEMO_MODELS.ADVANCED,
      ASSAY_MODEL_EXPERT: DEMO_MODELS.EXPERT,
    };
    assay = await (await startAssay({ env, parameters: ['--no-question'] })).ready();
    api = new Api(assay.url);
  });
  afterAll(async () => {
    await assay?.stop();
    await assay?.removeData();
    await endpoint?.close();
    await model?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** With its gold SQLs, which prompts show. */
  async function bookshop(): Promise<string> {
    return eventually(async () => {
      const { body } = await api.get<{ items: { id: string; name: string }[] }>('/v1/workspaces');
      const found = body.items.find(({ name }) => name === 'bookshop');
      if (found === undefined) return false;
      const { items } = await api.expect<{ items: object[] }>(200, 'GET', `/v1/workspaces/${found.id}/gold-sqls`);
      return items.length === GOLD_SQLS && found.id;
    });
  }

  /** Asks, settles the first open point, replays. */
  async function run(calls: ModelCalls): Promise<Outline> {
    answering = calls;
    const workspace = await bookshop();
    const path = `/v1/workspaces/${workspace}/example-questions`;
    const { items } = await api.expect<{ items: ExampleQuestion[] }>(200, 'GET', path);
    const settings = { ...items.find(({ question }) => question === QUESTION)?.settings, ...REPEATABLE };
    const asked = { workspace, question: QUESTION, settings };
    const { id } = await api.expect<{ id: string }>(202, 'POST', '/v1/questions', asked);
    const views = new QuestionViews(api);
    const { openPoints, status, error } = await views.ended(id);
    expect({ status, error }).toEqual({ status: 'GOLD', error: null });
    const before = endpoint.passedOn;
    const choice = { openPoint: openPoints[0]?.id, option: 'left-out' };
    await api.expect(200, 'POST', `/v1/questions/${id}/settle`, choice);
    const replay = await api.expect(200, 'POST', `/v1/questions/${id}/replay`);
    expect(replay).toEqual({ question: id, identical: true, differences: [] });
    expect(endpoint.passedOn).toBe(before);
    return outlineOf(await views.recordOf(id));
  }

  it('has tests of both kinds, an objection and its trial, waves, and a point that is settled', async () => {
    const file = join(folder, 'calls.jsonl');
    const outline = await run(
      await RecordingCalls.to(file, new UpstreamCalls({ baseUrl: model.url, apiKey: null }), { fresh: true }),
    );
    expect(outline).toMatchObject({ status: 'GOLD', case: 'B', settlements: [{ option: 'left-out' }] });
    expect(outline.waves.length).toBeGreaterThan(1);
    expect(outline.tests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'reading', contested: null }),
        expect.objectContaining({ kind: 'requirement', contested: null }),
        expect.objectContaining({ contested: expect.objectContaining({ decision: 'mistaken' }) }),
      ]),
    );
    expect(outline.objections).toHaveLength(1);
    const replayed = await ReplayedCalls.from(file);
    expect(await run(replayed)).toEqual(outline);
    expect(replayed.missed).toBe(0);
    if (process.env['ASSAY_E2E_RECORD'] !== '1') return;
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const slim = lines.map((line) => {
      const { key, agent, contentType, response } = JSON.parse(line) as { [field: string]: string };
      return `${JSON.stringify({ key, agent, contentType, response })}\n`;
    });
    await writeFile(CALLS, slim.join(''));
    const made: Kept = { prompts: templatesVersion(PROMPTS), outline };
    await writeFile(OUTLINE, `${JSON.stringify(made, null, 2)}\n`);
  });

  const kept = (): Kept => JSON.parse(readFileSync(OUTLINE, 'utf8')) as Kept;
  const isCurrent = kept().prompts === templatesVersion(PROMPTS);
  const why = isCurrent ? '' : ' (skipped: prompts have changed since; ASSAY_E2E_RECORD=1 records it again)';
  (isCurrent ? it : it.skip)(`is repeated from the recording in the repository, without a model${why}`, async () => {
    const replayed = await ReplayedCalls.from(CALLS);
    expect(await run(replayed)).toEqual(kept().outline);
    expect(replayed.missed).toBe(0);
  });

  it('ends without an error where the workspace is asked its own gold SQLs', async () => {
    answering = new UpstreamCalls({ baseUrl: model.url, apiKey: null });
    const home = `/v1/workspaces/${await bookshop()}/evaluations`;
    const { id } = await api.expect<{ id: string }>(202, 'POST', home, { repeats: 1 });
    for (;;) {
      const found = await api.expect<{ status: string; outcomes: object }>(200, 'GET', `${home}/${id}`);
      if (found.status === 'RUNNING') await delay(100);
      else return expect(found.outcomes).toEqual({ right: 2, wrong: 0, failed: 0, error: 0 });
    }
  });
});
