import { afterAll, describe, expect, it } from '@jest/globals';
import type {
  DatabaseSchema,
  Examination,
  ProbeInput,
  ProbePayload,
  ProbeResult,
  StoredProfile,
} from '@assay/contracts';
import type { Logger } from '@assay/runtime';
import type { TaskContext, TaskRuntime } from '@assay/work';
import { ScratchEngines } from './engines/scratch-engines.js';
import { ProberService } from './prober.service.js';

const LABELS = ['reputed', 'insolvent', 'blacklisted'];
const SQLS = [
  "select state from client where state <> 'reputed'",
  "select distinct state from client where state <> 'reputed'",
];
const SCHEMA: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [
    {
      schema: 'public',
      name: 'client',
      kind: 'table',
      description: null,
      rowEstimate: null,
      columns: [
        { name: 'id', type: 'integer', nullable: false, description: null, examples: [] },
        { name: 'state', type: 'public.state', nullable: false, description: null, examples: [] },
      ],
      primaryKey: ['id'],
      foreignKeys: [],
    },
  ],
};
const PROFILE = {
  takenAt: '2026-01-01T00:00:00.000Z',
  rows: {},
  profile: {
    tables: [
      {
        schema: 'public',
        name: 'client',
        rowCount: 0,
        sampled: false,
        columns: [],
        unique: [],
        dependencies: [],
        orders: [],
        inclusions: [],
        declared: {
          unique: [],
          checks: [],
          generated: [],
          enums: [{ column: 'state', values: LABELS }],
          domains: [],
          view: null,
        },
      },
    ],
  },
} satisfies StoredProfile;

describe('labels of enumerations', () => {
  const engines = new ScratchEngines({ scratch: { mariadb: null, mysql: null }, chdb: null });
  afterAll(() => engines.onApplicationShutdown());

  function probe(sendRows: boolean): Promise<ProbeResult> {
    const blocks: Record<string, unknown> = {
      schema: SCHEMA,
      profile: PROFILE,
      context: { dialect: 'postgres', schema: 'schema', profile: 'profile', seed: 7, sendRows },
    };
    const result = { columns: [], rows: [], rowCount: 0, truncated: false, elapsedMs: 1 };
    const work = {
      blocks: { json: async (_workspace: string, hash: string) => blocks[hash] },
      answers: { get: async (index: string) => ({ sql: SQLS[Number(index)], result }) as unknown as Examination },
    };
    const service = new ProberService(work as unknown as TaskRuntime, engines, {
      warn: () => undefined,
    } as unknown as Logger);
    const texts = SQLS.map((sql, index) => {
      return { candidate: `c${index}`, canonical: sql, votes: 1, examination: String(index) };
    });
    const payload: ProbePayload = { texts, earlier: [], suite: [] };
    const guard = { allowFunctions: [], allowExtensions: [], allowSystemCatalogs: false };
    const input = { context: 'context', attempt: 1, instances: 12, seconds: 60, guard } as unknown as ProbeInput;
    const { signal } = new AbortController();
    return service.probe({ workspace: 'w', input, payload, signal } as unknown as TaskContext<
      ProbeInput,
      ProbePayload
    >);
  }

  it.each([
    [true, /insolvent|blacklisted/, /"[A-C]"/],
    [false, /"[A-C]"/, /insolvent|blacklisted/],
  ])('where rows may be sent: %s', async (sendRows, shown, hidden) => {
    const result = await probe(sendRows);
    expect(result.unavailable).toBeNull();
    expect(result.classes).toHaveLength(2);
    expect(result.witnesses).toHaveLength(1);
    expect(JSON.stringify(result)).toMatch(shown);
    expect(JSON.stringify(result)).not.toMatch(hidden);
  });
});
