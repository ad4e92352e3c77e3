import { newId, type Id, type ProblemDocument } from '@assay/contracts';
import { migrate } from '@assay/persistence';
import {
  createLogger,
  DrainRegistry,
  loadConfig,
  startService,
  type Config,
  type RunningService,
} from '@assay/runtime';
import { WorkModule } from '@assay/work/service';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import { TaskRuntime } from '@assay/work';
import type { ApiOptions } from '../api.config.js';
import { ApiModule } from '../api.module.js';
import { API_NEST_OPTIONS, prepareApi } from '../prepare-api.js';
import { FakeDbSampler } from './fake-db-sampler.js';

class ApiRoot {}

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Ask {
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export class ApiFixture {
  private constructor(
    private readonly postgres: TestPostgres,
    readonly service: RunningService,
    readonly work: TaskRuntime,
    readonly sampler: FakeDbSampler,
  ) {}

  static async start(environment: Record<string, string> = {}, options: ApiOptions = {}): Promise<ApiFixture> {
    const postgres = await startTestPostgres();
    const databaseUrl = await postgres.createFromTemplate('api', async (url) => void (await migrate(url)));
    const config: Config = loadConfig(
      {
        DATABASE_URL: databaseUrl,
        ASSAY_SECRET_KEY: 'a key for tests only',
        PORT: '0',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        ASSAY_MODEL_BASIC: 'small',
        ...environment,
      },
      { service: 'api' },
    );
    const service = await startService(
      { module: ApiRoot, imports: [WorkModule.forProcess(), ApiModule.register(options)] },
      config,
      createLogger({ service: 'api', level: 'silent', secrets: [] }),
      { http: (app) => prepareApi(app, options), nest: API_NEST_OPTIONS },
    );
    const work = service.app.get(TaskRuntime);
    const sampler = new FakeDbSampler(work, config.secretKey as Buffer);
    sampler.start();
    service.app.get(DrainRegistry).register('fake-db-sampler', sampler);
    return new ApiFixture(postgres, service, work, sampler);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.postgres.stop();
  }

  async call<Body = unknown>(route: string, { body, text, headers }: Ask = {}): Promise<Answer<Body>> {
    const [method = 'GET', path = '/'] = route.split(' ');
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.service.url}${path}`, {
      method,
      body: sent,
      headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      redirect: 'manual',
    });
    const answer = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(answer) : answer) as Body };
  }

  async problem(route: string, ask: Ask = {}): Promise<{ status: number; code: string; fields: string[] }> {
    const { status, headers, body } = await this.call<ProblemDocument>(route, ask);
    if (!headers.get('content-type')?.startsWith('application/problem+json')) {
      throw new Error(`${route} answered ${status} with ${JSON.stringify(body)}`);
    }
    if (body.status !== status) throw new Error(`${route}: the problem says ${body.status}, the answer ${status}`);
    return { status, code: body.code, fields: (body.errors ?? []).map((error) => error.field) };
  }

  async workspace(settings: object = {}, name = `shop ${newId()}`): Promise<Id> {
    const created = await this.call<{ id: Id }>('POST /v1/workspaces', {
      body: { name, database: { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' }, settings },
    });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    return created.body.id;
  }

  async ask(workspace: string, more: object = {}): Promise<Id> {
    const asked = await this.call<{ id: Id }>('POST /v1/questions', {
      body: { workspace, question: 'How many orders?', ...more },
    });
    if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
    return asked.body.id;
  }

  async finish(question: Id, status: 'GOLD' | 'FAILED', winnerSql: string | null): Promise<void> {
    const list = [{ sql: winnerSql ?? 'select 0', failedTests: [] }];
    await this.work.database.query(
      {
        name: 'test_finish',
        text: `with ended as (
            update assay.runs set status = $2, finished_at = now(), last_event = last_event + 1 where id = $1
            returning id, last_event
          ), decided as (
            update assay.questions q set result = $3, confidence = 0.9, schema_hash = w.schema_hash
              from assay.workspaces w where q.run_id = $1 and w.id = q.workspace_id
          )
          insert into assay.event_batches (run_id, sequence, events)
          select id, last_event, jsonb_build_array(jsonb_build_object(
            'type', 'question-finished', 'body', jsonb_build_object('status', $2))) from ended`,
      },
      [question, status, JSON.stringify({ result: status, sqlList: list })],
    );
    this.work.hints.send('events', question);
  }

  /** Cancelled, as its stream says. */
  async endStory(story: Id): Promise<void> {
    await this.publish(story, 'story-evaluation-finished', { status: 'CANCELLED' });
    await this.work.database.query(
      {
        name: 'test_end_story',
        text: `update assay.runs set status = 'CANCELLED', finished_at = now() where id = $1`,
      },
      [story],
    );
  }

  async publish(question: Id, type: string, body: object = {}): Promise<void> {
    await this.work.database.query(
      {
        name: 'test_emit',
        text: `with written as (update assay.runs set last_event = last_event + 1 where id = $1 returning id, last_event)
          insert into assay.event_batches (run_id, sequence, events)
          select id, last_event, jsonb_build_array(jsonb_build_object('type', $2::text, 'body', $3::jsonb)) from written`,
      },
      [question, type, JSON.stringify(body)],
    );
  }
}
