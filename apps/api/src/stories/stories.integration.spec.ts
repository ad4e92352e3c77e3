import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Accepted,
  AuditEntryView,
  Id,
  Page,
  ProblemDocument,
  StoryEvaluationStatus,
  StoryEvaluationView,
} from '@assay/contracts';
import { migrate } from '@assay/persistence';
import { createLogger, loadConfig, startService, type RunningService } from '@assay/runtime';
import { WorkModule } from '@assay/work/service';
import { StoryPipeline } from '@assay/stories';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { TaskRuntime } from '@assay/work';
import { ApiModule } from '../api.module.js';
import { API_NEST_OPTIONS, prepareApi } from '../prepare-api.js';
import { readStoryBodies } from './story-bodies.js';

class ApiRoot {}

const PATH = '/v1/story-evaluations';
const REQUEST = {
  storyId: 'the-lamp',
  candidates: [{ label: 'plain', text: 'A lamp went out.' }],
  evaluators: [{ name: 'anna' }],
  mode: 'prompt',
};

describe('story evaluations over HTTP', () => {
  let postgres: TestPostgres;
  let service: RunningService;
  let admin: string;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createFromTemplate('api-stories', async (template) => void (await migrate(template)));
    admin = 'an-admin-key-for-tests';
    const config = loadConfig(
      {
        DATABASE_URL: url,
        ASSAY_SECRET_KEY: 'a key for tests only',
        PORT: '0',
        ASSAY_API_KEYS: admin,
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        ASSAY_MODEL_BASIC: 'small',
      },
      { service: 'api' },
    );
    service = await startService(
      { module: ApiRoot, imports: [WorkModule.forProcess(), ApiModule.register()] },
      config,
      createLogger({ service: 'api', level: 'silent', secrets: [] }),
      {
        http: (app) => {
          readStoryBodies(app);
          prepareApi(app);
        },
        nest: API_NEST_OPTIONS,
      },
    );
  });
  afterAll(async () => {
    await service.stop();
    await postgres.stop();
  });

  const call = (method: string, path: string, body?: unknown, key: string | null = admin): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
    });
  const ask = async (changes: object = {}): Promise<Accepted<StoryEvaluationStatus>> => {
    const response = await call('POST', PATH, { ...REQUEST, ...changes });
    expect(response.status).toBe(202);
    return (await response.json()) as Accepted<StoryEvaluationStatus>;
  };
  const codeOf = async (response: Response): Promise<[number, string]> => {
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    return [response.status, ((await response.json()) as ProblemDocument).code];
  };
  const advance = async (run: Id): Promise<void> => {
    await new StoryPipeline().advance(service.app.get(TaskRuntime).database, run);
  };

  it('are accepted with their links, and read again', async () => {
    const accepted = await ask();
    expect(accepted).toMatchObject({ status: 'QUEUED', links: { self: `${PATH}/${accepted.id}` } });
    const view = (await (await call('GET', accepted.links['self'] ?? '')).json()) as StoryEvaluationView;
    expect(view).toMatchObject({ id: accepted.id, storyId: 'the-lamp', status: 'QUEUED', ranking: [], choice: null });
    const record = (await (await call('GET', accepted.links['record'] ?? '')).json()) as object;
    expect(record).toMatchObject({ ...view, evaluations: [], toolCalls: [], coverage: [], calls: [] });
  });

  it('take ten texts of full length, and nothing beyond', async () => {
    const text = `${'Lamp "by" lamp.\n'.repeat(12_800)}`;
    const candidates = Array.from({ length: 10 }, (_, index) => ({ label: `${index}`, text }));
    await ask({ candidates });
    const longer = candidates.map((candidate) => ({ ...candidate, text: `${text}!` }));
    const refused = await call('POST', PATH, { ...REQUEST, candidates: longer });
    expect(refused.status).toBe(422);
    const huge = await call('POST', PATH, { ...REQUEST, candidates: [{ label: 'a', text: 'x'.repeat(5_000_000) }] });
    expect(await huge.json()).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
      detail: 'A body here has at most 4 MB.',
    });
    const elsewhere = await call('POST', '/v1/questions', { question: 'x'.repeat(300_000) });
    expect(await elsewhere.json()).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
      detail: 'A body here has at most 256 kB.',
    });
  });

  it.each([
    ['more values than a body may hold', `{"storyId": [${'[],'.repeat(900_000)}[]]}`],
    ['deep nesting', '['.repeat(2_000_000)],
    ['no JSON', `{"storyId": "${'x'.repeat(500_000)}`],
  ])('are refused where a large body holds %s', async (_what, text) => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
    const refused = await fetch(`${service.url}${PATH}`, { method: 'POST', body: text, headers });
    expect(await codeOf(refused)).toEqual([400, 'BODY_NOT_JSON']);
  });

  it('are refused with the fields that are wrong', async () => {
    const response = await call('POST', PATH, { ...REQUEST, evaluators: [], mode: 'whole' });
    expect(response.status).toBe(422);
    const { errors } = (await response.json()) as ProblemDocument;
    expect(errors?.map(({ field }) => field).sort()).toEqual(['evaluators', 'mode']);
  });

  it('send every event up to the end', async () => {
    const { id, links } = await ask();
    const stream = await call('GET', links['events'] ?? '');
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect((await call('POST', links['cancel'] ?? '')).status).toBe(202);
    await advance(id);
    service.app.get(TaskRuntime).hints.send('events', id);
    const text = await stream.text();
    const types = [...text.matchAll(/"type":"([^"]+)"/g)].map(([, type]) => type);
    expect(types).toEqual(['story-evaluation-accepted', 'story-evaluation-finished']);
    expect((await call('GET', `${PATH}/${id}/events?`)).status).toBe(200);
    expect(await codeOf(await call('POST', links['cancel'] ?? ''))).toEqual([409, 'ALREADY_FINISHED']);
  });

  it('are in the audit trail: asked once, read, cancelled', async () => {
    const keyed = { ...REQUEST, storyId: 'audited' };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin}`, 'idempotency-key': 'once' };
    const again = (): Promise<Response> =>
      fetch(`${service.url}${PATH}`, { method: 'POST', body: JSON.stringify(keyed), headers });
    const { id: evaluation } = (await (await again()).json()) as Accepted;
    expect((await again()).status).toBe(202);
    expect((await call('GET', `${PATH}/${evaluation}/record`)).status).toBe(200);
    expect((await call('GET', `${PATH}/${evaluation}/calls/${evaluation}`)).status).toBe(404);
    expect((await call('POST', `${PATH}/${evaluation}/cancel`)).status).toBe(202);
    const { items } = (await (await call('GET', '/v1/audit')).json()) as Page<AuditEntryView>;
    const mine = items.filter(({ details }) => details['evaluation'] === evaluation).reverse();
    expect(mine.map(({ action, details }) => [action, details])).toEqual(
      ['story-evaluation-asked', 'story-record-read', 'story-evaluation-cancelled'].map((action) => [
        action,
        { evaluation },
      ]),
    );
    for (const { actor, address } of mine) {
      expect([actor.name, address]).toEqual(['ASSAY_API_KEYS 1', '127.0.0.1']);
    }
  });

  it('have no narration before it is there', async () => {
    const { links } = await ask({ tts: {} });
    const path = links['ttsSchema'] ?? '';
    expect(await codeOf(await call('GET', `${path}?label=plain`))).toEqual([409, 'NO_TTS_SCHEMA']);
    expect(await codeOf(await call('GET', `${path}?label=other`))).toEqual([404, 'CANDIDATE_NOT_FOUND']);
    expect((await call('GET', path)).status).toBe(422);
  });

  it("are nobody else's: without a key 401, with another one 404", async () => {
    const { id } = await ask();
    expect(await codeOf(await call('GET', `${PATH}/${id}`, undefined, null))).toEqual([401, 'UNAUTHORIZED']);
    const made = await call('POST', '/v1/api-keys', { name: 'other', workspaces: null });
    const { key } = (await made.json()) as { key: string };
    for (const path of ['', '/record', '/events', '/tts-schema.json?label=plain', `/calls/${id}`]) {
      expect(await codeOf(await call('GET', `${PATH}/${id}${path}`, undefined, key))).toEqual([
        404,
        'STORY_EVALUATION_NOT_FOUND',
      ]);
    }
    expect((await codeOf(await call('POST', `${PATH}/${id}/cancel`, undefined, key)))[0]).toBe(404);
    const own = (await (await call('POST', PATH, REQUEST, key)).json()) as { id: Id };
    expect((await call('GET', `${PATH}/${own.id}`, undefined, key)).status).toBe(200);
    expect((await call('GET', `${PATH}/${own.id}`)).status).toBe(200);
  });

  it('are listed, the newest first, page by page: to a key its own, to an admin all', async () => {
    const { key } = (await (await call('POST', '/v1/api-keys', { name: 'lister', workspaces: null })).json()) as {
      key: string;
    };
    const own: Id[] = [];
    for (const storyId of ['first', 'second', 'third']) {
      own.push(((await (await call('POST', PATH, { ...REQUEST, storyId }, key)).json()) as Accepted).id);
    }
    const { id: others } = await ask();
    const page = async (query: string, reader: string): Promise<Page<StoryEvaluationView>> =>
      (await (await call('GET', `${PATH}${query}`, undefined, reader)).json()) as Page<StoryEvaluationView>;
    const ids = ({ items }: Page<StoryEvaluationView>): Id[] => items.map(({ id }) => id);
    const first = await page('?limit=2', key);
    expect(ids(first)).toEqual([own[2], own[1]]);
    expect(first.items[0]).toEqual(await (await call('GET', `${PATH}/${own[2]}`)).json());
    const last = await page(`?limit=2&cursor=${first.nextCursor}`, key);
    expect([ids(last), last.nextCursor]).toEqual([[own[0]], null]);
    expect(ids(await page('?limit=4', admin))).toEqual([others, ...[...own].reverse()]);
    expect(await codeOf(await call('GET', `${PATH}?limit=none`))).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('publish the formats of their answers', async () => {
    const { items } = (await (await call('GET', `${PATH}/response-formats`)).json()) as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toContain('evaluate_full_story');
    const one = await call('GET', `${PATH}/response-formats/evaluate_full_story`);
    expect(one.headers.get('content-type')).toMatch(/^application\/schema\+json/);
    expect(await one.json()).toMatchObject({
      properties: { action_score: { type: 'integer', minimum: 0, maximum: 10 } },
    });
    expect((await call('GET', `${PATH}/response-formats/nothing`)).status).toBe(404);
  });

  it('answer 404 for what is no id', async () => {
    expect(await codeOf(await call('GET', `${PATH}/nothing`))).toEqual([404, 'STORY_EVALUATION_NOT_FOUND']);
  });
});
