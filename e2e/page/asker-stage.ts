import { CLIENT_ID, CLIENT_SECRET, freePort, TestProvider } from '@assay/testing';
import { startMcpHttp, type McpHttpServer } from '@assay/mcp';
import type { Browser } from 'playwright-core';
import { createWorld, type OwnWorld } from '../harness/own-world.js';
import { OtlpReceiver } from '../telemetry/otlp-receiver.js';
import { startChromium } from './browser.js';
import { WatchedRedis } from './watched-redis.js';

const ADMIN = 'the-admin-key-of-this-test';

export const PEOPLE = Array.from({ length: 20 }, (_, index) => `person-${index}`);

/** In the mode `role` their claim names one of their own. */
const roleOf = (subject: string): string => `asker_${subject.replace('-', '_')}_${process.pid}`;
const ROLES = PEOPLE.map(roleOf);

const FIXTURE = `
  create table note (id integer primary key, subject text, title text, amount integer);
  insert into note select n, 'person-' || n % 20, 'Canary' || n % 20 || 'x', n from generate_series(1, 2000) as n;
  create table tag (note_id integer references note (id), subject text, tag text);
  insert into tag select id, subject, 'Tag' || title from note;
  alter table note enable row level security;
  alter table tag enable row level security;
  create function is_own(subject text) returns boolean stable language sql as $$
    select subject = current_setting('assay.subject', true)
        or current_user = 'asker_' || replace(subject, '-', '_') || '_${process.pid}' $$;
  create policy own on note using (is_own(subject));
  create policy own on tag using (is_own(subject));
  create view broken with (security_invoker) as select title::integer as number from note;
  ${ROLES.map((role) => `create role ${role};`).join(' ')}
  grant select on all tables in schema public to ${ROLES.join()};
`;

type Closer = () => Promise<unknown>;

export type Queues = 'Postgres' | 'Redis';
export type Mode = 'variables' | 'role';

/** Assay with a provider, its page, MCP and a collector of traces, for 20 people of whom each may see other rows. */
export class AskerStage {
  private readonly logs: string[] = [];

  private constructor(
    readonly world: OwnWorld,
    readonly provider: TestProvider,
    readonly receiver: OtlpReceiver,
    readonly mcp: McpHttpServer,
    readonly browser: Browser,
    private readonly key: string,
    /** Workspaces by mode. */
    readonly workspaces: Readonly<Record<Mode, string>>,
    readonly redis: WatchedRedis | null,
    private readonly closers: readonly Closer[],
  ) {}

  /** Ends everything started on failure. */
  static async open(queues: Queues): Promise<AskerStage> {
    const closers: Closer[] = [];
    try {
      return await AskerStage.start(queues, closers);
    } catch (error) {
      await Promise.allSettled(closers.map((close) => close()));
      throw error;
    }
  }

  private static async start(queues: Queues, closers: Closer[]): Promise<AskerStage> {
    const started = <Part>(starting: Promise<Part>, close: (part: Part) => Promise<unknown>): Promise<Part> => {
      closers.unshift(() => starting.then(close));
      return starting;
    };
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const provider = await started(TestProvider.start(url), (part) => part.stop());
    const receiver = await started(OtlpReceiver.start(), (part) => part.close());
    const redis = queues === 'Redis' ? await started(WatchedRedis.start(), (part) => part.stop()) : null;
    const env = {
      PORT: String(port),
      ASSAY_API_KEYS: ADMIN,
      ASSAY_PUBLIC_URL: url,
      ASSAY_OIDC_ISSUER: provider.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_LOGS_EXPORTER: 'otlp',
      LOG_LEVEL: 'trace',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      // without local delivery every task is a job on Redis
      ...(redis && { REDIS_URL: redis.url, ASSAY_LOCAL_DELIVERY: 'false' }),
    };
    const shared = { generatorTools: true, statementTimeoutMs: 5000 };
    const settings = { ...shared, asker: { mode: 'variables' } };
    const [world, browser] = await Promise.all([
      started(createWorld({ env, fixture: FIXTURE, workspace: { settings } }), (part) => part.end()),
      started(startChromium(), (part) => part.close()),
    ]);
    closers.unshift(() =>
      world.target.query(ROLES.map((name) => `drop owned by ${name}; drop role ${name};`).join(' ')),
    );
    await world.target.query(`grant ${ROLES.join()} to ${new URL(world.target.readerUrl).username}`);
    const asker = { mode: 'role', claims: { role: 'roles' }, roles: ROLES };
    const role = await world.createWorkspace({ settings: { ...shared, asker } });
    for (const subject of PEOPLE) provider.roles.set(subject, ['asker', roleOf(subject)]);
    const body = { name: 'backend', mayActFor: true };
    const { key } = await world.api.expect<{ key: string }>(201, 'POST', '/v1/api-keys', body);
    const onError = (error: unknown): void => void console.error(error);
    const mcp = await started(startMcpHttp({ assayUrl: url, port: 0, onError }), (part) => part.stop());
    const workspaces = { variables: world.workspace, role };
    return new AskerStage(world, provider, receiver, mcp, browser, key, workspaces, redis, closers);
  }

  /** Headers of a backend that acts for the person; of the person, whose claim names the role, in the mode `role`. */
  as(subject: string, mode: Mode = 'variables'): Record<string, string> {
    if (mode === 'role') return { authorization: `Bearer ${this.provider.tokenOf(subject)}` };
    return { authorization: `Bearer ${this.key}`, 'x-assay-person': subject };
  }

  /** Output of all processes so far. */
  get log(): string {
    return [...this.logs, this.world.assay.stdout, this.world.assay.stderr].join('\n');
  }

  async killAndRestart(): Promise<void> {
    this.logs.push(this.world.assay.stdout, this.world.assay.stderr);
    await this.world.killAndRestart();
  }

  /** From now on policies protect nothing, and the person is an admin. */
  async removeProtection(admin: string): Promise<void> {
    this.provider.roles.set(admin, ['admin', roleOf(admin)]);
    await this.world.target.query(
      'alter table note disable row level security; alter table tag disable row level security',
    );
  }

  async removeSetting(): Promise<void> {
    const change = { settings: { asker: null } };
    await this.world.api.expect(200, 'PATCH', `/v1/workspaces/${this.world.workspace}`, change);
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }
}
