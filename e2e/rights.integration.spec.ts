import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { AuditTrail, Likes, QuestionIntake, QuestionReader } from '@assay/questions';
import type { AnyRole, AskerKind } from '@assay/contracts/requests';
import { CONFIG, type Config } from '@assay/runtime';
import type { Messaging } from '@assay/work/messaging';
import { DrainRegistry } from '@assay/runtime';
import { StoryIntake } from '@assay/stories';
import { QUESTION_JOBS, QuestionsService } from '../apps/coordinator/src/questions.service.js';
import { STORY_JOBS, StoryEvaluationsProcessor } from '../apps/story-evaluator/src/story-evaluations.processor.js';
import {
  ADMIN,
  isPermitted,
  KINDS,
  kindsOf,
  RightsStage,
  STORY,
  WALKED,
} from '../apps/api/src/testing/rights-stage.js';
import { startMcpHttp, type McpHttpServer } from '../apps/mcp/src/start-mcp-http.js';

/** What MCP serves: its arguments beside ids, and the routes that it uses. */
interface Served {
  given?: object;
  routes: string[];
}

const QUESTION = '/v1/questions/{id}';
const EVALUATIONS = '/v1/workspaces/{id}/evaluations';
const STORIES = '/v1/story-evaluations';

const TOOLS: Record<string, Served> = {
  list_workspaces: { routes: ['GET /v1/workspaces'] },
  show_schema: { routes: ['GET /v1/workspaces/{id}', 'GET /v1/workspaces/{id}/schema'] },
  ask: { given: { question: 'How many orders?', wait: false }, routes: ['POST /v1/questions'] },
  ask_again: { given: { wait: false }, routes: [`GET ${QUESTION}/request`, 'POST /v1/questions'] },
  read_record: { routes: [`GET ${QUESTION}/record`] },
  page_rows: { routes: [`GET ${QUESTION}/rows`] },
  export_csv: { routes: [`GET ${QUESTION}/rows`] },
  like: { routes: [`POST ${QUESTION}/like`] },
  correct: { given: { comment: 'Wrong.' }, routes: [`POST ${QUESTION}/correct`] },
  settle: { given: { openPoint: 'none', option: 'none' }, routes: [`POST ${QUESTION}/settle`] },
  find_questions: { routes: ['GET /v1/questions'] },
  save: { given: { name: 'orders' }, routes: [`PATCH ${QUESTION}`] },
  chart: { routes: [`GET ${QUESTION}/chart`] },
  cancel: { routes: [`POST ${QUESTION}/cancel`] },
  evaluate_workspace: { routes: [`POST ${EVALUATIONS}`] },
  read_evaluation: { routes: [`GET ${EVALUATIONS}/{evaluation}`] },
  cancel_evaluation: { routes: [`POST ${EVALUATIONS}/{evaluation}/cancel`] },
  evaluate_story: { given: STORY, routes: [`POST ${STORIES}`] },
  read_story_evaluation: { routes: [`GET ${STORIES}/{id}`] },
  read_narration: { given: { label: 'plain' }, routes: [`GET ${STORIES}/{id}/tts-schema.json`] },
  cancel_story_evaluation: { routes: [`POST ${STORIES}/{id}/cancel`] },
};
const RESOURCES: Record<string, Served> = {
  schema: { routes: ['GET /v1/workspaces/{id}/schema'] },
  'gold-sqls': { routes: ['GET /v1/workspaces/{id}/gold-sqls'] },
};
const REFUSED =
  /NOT_PERMITTED|MAY_NOT_CURATE|ADMIN_ONLY|(QUESTION|EVALUATION)_NOT_FOUND|no such (story )?evaluation|does not permit|may not curate/;

describe('the rights beside HTTP', () => {
  let stage: RightsStage;
  let mcp: McpHttpServer;
  let tools: { name: string; inputSchema: { properties?: object } }[];

  beforeAll(async () => {
    stage = await RightsStage.start();
    mcp = await startMcpHttp({
      assayUrl: stage.api.service.url,
      port: 0,
      environment: {},
      onError: (error) => {
        throw error;
      },
    });
    const { result } = JSON.parse(await send('admin', 'tools/list')) as { result: { tools: typeof tools } };
    ({ tools } = result);
  });
  afterAll(async () => {
    await mcp?.stop();
    await stage.stop();
  });

  const send = (role: AnyRole, method: string, params?: object): Promise<string> =>
    sendAs(stage.credentials.get(role) as string, method, params);
  async function sendAs(token: string, method: string, params: object = {}): Promise<string> {
    const response = await fetch(mcp.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await response.text();
    expect([method, response.status]).toEqual([method, 200]);
    return /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  }

  /** Ids, beside what the tool is given. */
  function argumentsOf(name: string, about: Id): object {
    const { properties = {} } = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
    const evaluation = TOOLS[name]?.routes.some((route) => route.includes(STORIES)) ? about : stage.evaluation;
    const ids: Record<string, string> = { workspace: stage.workspace, question: about, evaluation };
    const known = Object.keys(properties).flatMap((field) => (field in ids ? [[field, ids[field]]] : []));
    return { ...(Object.fromEntries(known) as object), ...TOOLS[name]?.given };
  }

  /** Names what differs from the table. */
  async function walk(
    role: AnyRole,
    served: Record<string, Served>,
    use: (name: string, about: Id) => Promise<string>,
  ): Promise<string[]> {
    const wrong: string[] = [];
    for (const [name, { routes }] of Object.entries(served)) {
      const used = routes.map((route) => stage.routes.find((one) => one.name === route));
      const kinds = routes.map((route) => kindsOf({ name: route })).find(([kind]) => kind !== undefined) ?? [undefined];
      for (const kind of kinds) {
        const about = routes.some((route) => route.includes(STORIES))
          ? stage.story(role, kind ?? 'me')
          : stage.question(role, kind ?? 'nobody');
        if (about === undefined) continue;
        const permitted = used.every((route) => {
          const of = route && kindsOf(route)[0] === undefined ? undefined : kind;
          return route !== undefined && isPermitted(role, route, of);
        });
        const answer = await use(name, about);
        const refused = REFUSED.test(answer);
        if (refused === permitted || /INTERNAL|-32602/.test(answer)) wrong.push(`${name} (${kind ?? '-'}): ${answer}`);
      }
    }
    return wrong;
  }

  describe('of jobs', () => {
    const JOBS: Record<string, string> = {
      ask: 'POST /v1/questions',
      record: `GET ${QUESTION}/record`,
      like: `POST ${QUESTION}/like`,
      cancel: `POST ${QUESTION}/cancel`,
    };
    /** Null or the code of the refusal. */
    const send = (name: string, payload: object): Promise<string | null> =>
      take(name, payload).then(
        () => null,
        (error: { code: string }) => error.code,
      );
    async function take(name: string, payload: object): Promise<unknown> {
      const { app } = stage.api.service;
      const service = new QuestionsService(
        app.get(QuestionIntake),
        app.get(QuestionReader),
        app.get(Likes),
        app.get(AuditTrail),
        {} as Messaging,
        stage.api.work,
        app.get<Config>(CONFIG),
      );
      return service.handle({ name, id: newId(), addedAt: 1, payload: { ...payload }, traceparent: null });
    }
    async function begin(payload: object, name = 'evaluate'): Promise<{ id: Id }> {
      const { app } = stage.api.service;
      const [messaging, config] = [{} as Messaging, app.get<Config>(CONFIG)];
      const stories = new StoryEvaluationsProcessor(
        app.get(StoryIntake),
        messaging,
        stage.api.work,
        new DrainRegistry(),
        config,
      );
      const job = { name, id: newId(), timestamp: 1, data: { ...STORY, ...payload }, opts: {} };
      return (await stories.process(job as never)) as { id: Id };
    }

    it('are known of every job', async () => {
      expect(Object.keys(JOBS).sort()).toEqual([...QUESTION_JOBS].sort());
      expect(STORY_JOBS).toEqual(['evaluate']);
      expect(await send('approve', { question: stage.question('admin', 'nobody') })).toBe('UNKNOWN_JOB');
      await expect(begin({}, 'approve')).rejects.toMatchObject({ code: 'UNKNOWN_JOB' });
    });

    it.each([
      ['the queue itself', 'admin', ['nobody', 'others'], {}],
      ['a person whom they name', 'asker', KINDS, { person: 'asker' }],
    ] as const)('are those of %s', async (_whose, role, kinds: readonly AskerKind[], sender) => {
      const wrong: string[] = [];
      for (const [name, routeName] of Object.entries(JOBS)) {
        const route = stage.routes.find((one) => one.name === routeName);
        for (const kind of kinds) {
          const about = name === 'ask' ? { workspace: 'shop', question: 'How many?' } : {};
          const question = name === 'ask' ? {} : { question: stage.question(role, kind) };
          const code = await send(name, { ...sender, ...about, ...question });
          const refused = code !== null && REFUSED.test(code);
          if (code !== null && !refused && code !== 'ALREADY_FINISHED') wrong.push(`${name} (${kind}) failed: ${code}`);
          const permitted = route !== undefined && isPermitted(role, route, name === 'ask' ? undefined : kind);
          if (refused === permitted) wrong.push(`${name} (${kind}): ${code}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    it('of stories own what they begin for a person, and say so in the audit trail', async () => {
      const [ofZoe, ofQueue] = [await begin({ person: 'zoë' }), await begin({})];
      const zoe = await stage.tokenOf('zoë', 'asker');
      const read = async (token: string, { id }: { id: Id }): Promise<number> =>
        (await stage.call(token, `GET ${STORIES}/${id}`)).status;
      expect([await read(zoe, ofZoe), await read(zoe, ofQueue)]).toEqual([200, 404]);
      for (const role of ['asker', 'curator', 'key'] as const) {
        expect(await read(stage.credentials.get(role) as string, ofZoe)).toBe(404);
      }
      expect(await read(ADMIN, ofQueue)).toBe(200);
      await expect(begin({ person: '' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'person' }] });
      const { body } = await stage.call(ADMIN, 'GET /v1/audit');
      expect(body).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({
            action: 'story-evaluation-asked',
            actor: { id: expect.any(String), name: 'zoë' },
            details: { evaluation: ofZoe.id, via: 'queue:story-evaluations' },
          }),
        ]),
      });
    });

    it('own what they ask for a person, and say so in the audit trail', async () => {
      const asks = { workspace: 'shop', question: 'Whose is it?', person: 'zoë' };
      expect(await send('ask', { ...asks, idempotencyKey: 'of zoë'.replace('ë', 'e') })).toBeNull();
      const listed = await stage.call(await stage.tokenOf('zoë', 'asker'), 'GET /v1/questions');
      expect(listed.body).toMatchObject({ items: [{ question: 'Whose is it?' }] });
      const { body } = await stage.call(ADMIN, 'GET /v1/audit');
      expect(body).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({
            action: 'question-asked',
            actor: { id: expect.any(String), name: 'zoë' },
            details: { via: 'queue:questions' },
          }),
        ]),
      });
    });

    it('count for the quotas of whom they name, as over HTTP and MCP', async () => {
      const lia = await stage.limited('lia');
      const asks = { workspace: stage.workspace, question: 'How many?' };
      expect((await stage.call(lia, 'POST /v1/questions', asks)).status).toBe(202);
      const { body } = await stage.call(lia, `POST ${STORIES}`, STORY);
      const { code, detail } = body as unknown as { code: string; detail: string };
      expect([code, detail]).toEqual(['QUOTA_EXCEEDED', expect.stringContaining('1 of 1 questions')]);
      await expect(begin({ person: 'lia' })).rejects.toMatchObject({ code, message: detail });
      await expect(take('ask', { ...asks, person: 'lia' })).rejects.toMatchObject({ code, message: detail });
      for (const [name, given] of [
        ['evaluate_story', STORY],
        ['ask', asks],
      ] as const) {
        const { result } = JSON.parse(await sendAs(lia, 'tools/call', { name, arguments: given })) as {
          result: { content: { text: string }[] };
        };
        expect(result.content[0]?.text).toContain(`${code}: ${detail}`);
      }
      expect((await begin({})).id).toEqual(expect.any(String));
    });
  });

  it('are known of every tool and resource', async () => {
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(TOOLS).sort());
    const { result } = JSON.parse(await send('admin', 'resources/templates/list')) as {
      result: { resourceTemplates: { name: string }[] };
    };
    expect(result.resourceTemplates.map(({ name }) => name).sort()).toEqual(Object.keys(RESOURCES).sort());
  });

  it.each(WALKED)('of %s are what the table says, for every tool and resource', async (role) => {
    expect(
      await walk(role, TOOLS, (name, question) =>
        send(role, 'tools/call', { name, arguments: argumentsOf(name, question) }),
      ),
    ).toEqual([]);
    const read = (name: string): Promise<string> =>
      send(role, 'resources/read', { uri: `assay://workspaces/${stage.workspace}/${name}` });
    expect(await walk(role, RESOURCES, read)).toEqual([]);
  });
});
