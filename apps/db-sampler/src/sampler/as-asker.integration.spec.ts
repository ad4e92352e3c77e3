import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type Asker, type DatabaseAnswers, type Identity, type StatementLimits } from '@assay/contracts';
import { eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import { inspect } from 'node:util';
import pg from 'pg';
import { DatabaseSampler } from './database-sampler.js';
import {
  READER,
  NORTH,
  OWNER,
  BYPASS,
  WRITER,
  CONTROL,
  TAKER,
  SUPER,
  FIXTURE,
  ATTACKS,
  PLANS,
} from './testing/asker-attacks.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 20_000, maxRows: 100, maxBytes: 1_000_000 };
const PEOPLE = Array.from({ length: 8 }, (_, index) => `p${index}`);
const VARIABLES: Asker = {
  mode: 'variables',
  claims: { groups: 'groups' },
  roles: [],
  allowFunctions: [],
  allowExtensions: [],
};
const ROLE: Asker = { ...VARIABLES, mode: 'role', claims: { role: 'db_role' }, roles: [NORTH] };

const never = (): AbortSignal => new AbortController().signal;
const asSubject = (subject: string): Identity => ({
  person: newId(),
  role: null,
  variables: { person: newId(), subject, groups: JSON.stringify([`team-${subject}`, 'q"\\,{}']) },
});
const asRole = (role: string): Identity => ({ person: newId(), role, variables: {} });

/** Runs until it is ended. The number distinguishes statements. */
const endless = (number: number): string =>
  `select a.note from notes a, notes b, notes c, notes d, notes e, notes f
    where a.id + b.id + c.id + d.id + e.id + f.id < 0 or (a.id, b.id, c.id, d.id, e.id) = (b.id, c.id, d.id, e.id, f.id)
    limit ${1000 + number}`;

describe('statements as the asker', () => {
  let server: TestPostgres;
  let admin: pg.Client;
  let url: string;
  const sampler = new DatabaseSampler({ policy: { hosts: null, ownStores: [], sqliteDirs: [] } });

  beforeAll(async () => {
    server = await startTestPostgres();
    const database = await server.createDatabase();
    admin = new pg.Client({ connectionString: database });
    await admin.connect();
    for (const statement of FIXTURE) await admin.query(statement);
    const { host, pathname } = new URL(database);
    url = `postgres://${READER}:reads@${host}${pathname}`;
  });

  afterAll(async () => {
    await sampler.close();
    for (const role of [READER, NORTH, OWNER, BYPASS, WRITER, CONTROL, TAKER, SUPER])
      await admin.query(`drop owned by ${role} cascade; drop role ${role}`);
    await admin.end();
    await server.stop();
  });

  const connection = (asker: Asker, identity: Identity | null, login = READER): WorkspaceConnection => ({
    workspace: JSON.stringify([asker, login]),
    dialect: 'postgres',
    url: url.replace(READER, login),
    asker,
    identity,
    guard: {
      allowFunctions: asker.allowFunctions,
      allowExtensions: asker.allowExtensions,
      allowSystemCatalogs: false,
    },
  });
  const rows = (sql: string, identity: Identity | null, asker = VARIABLES, signal = never(), limits = LIMITS) =>
    sampler.answer<'rows'>(
      connection(asker, identity),
      { kind: 'rows', sql, limits, offset: 0, limit: limits.maxRows },
      signal,
    );
  const resultOf = (answer: DatabaseAnswers['rows']): unknown[][] => {
    if ('result' in answer) return answer.result.rows;
    throw new Error(JSON.stringify(answer));
  };

  async function during(change: string, undo: string, work: () => Promise<void>): Promise<void> {
    await admin.query(change);
    try {
      await work();
    } finally {
      await admin.query(undo);
    }
  }
  const requireFit = (asker: Asker, identity: Identity | null) =>
    sampler.requireFit(connection(asker, identity), never());

  it.each(PEOPLE.slice(0, 3))('show %s own rows, also through a view of the invoker', async (subject) => {
    const identity = asSubject(subject);
    const own = [[subject, `canary-${subject}`, 50]];
    for (const table of ['notes', 'own_notes']) {
      const sql = `select subject, note, count(*)::int from ${table} group by 1, 2`;
      expect(resultOf(await rows(sql, identity))).toEqual(own);
    }
  });

  it('show own rows through a view over a function that only computes', async () => {
    const read = (view: string) => rows(`select distinct note from ${view}`, asSubject('p0'));
    expect(resultOf(await read('briefly'))).toEqual([['can']]);
    expect(await read('becoming')).toEqual({ refusal: expect.stringContaining('become') });
  });

  it('take an allow-listed role', async () => {
    const sql = 'select distinct note, current_user::text from notes';
    expect(resultOf(await rows(sql, asRole(NORTH), ROLE))).toEqual([['canary-p1', NORTH]]);
  });

  it.each<Parameters<DatabaseSampler['answer']>[1]>([
    { kind: 'rows', sql: 'select 1', limits: LIMITS, offset: 0, limit: 1 },
    { kind: 'examine', sql: 'select 1', limits: LIMITS },
    { kind: 'sample', table: 'notes', limits: LIMITS },
  ])('are refused without a person: $kind', async (request) => {
    const answer = sampler.answer(connection(VARIABLES, null), request, never());
    await expect(answer).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
  });

  it('are not even looked up without a person', async () => {
    const request = { kind: 'find-values' as const, values: ['canary-p1'], limits: LIMITS };
    const find = (identity: Identity | null) =>
      sampler.answer<'find-values'>(connection(VARIABLES, identity), request, never());
    expect((await find(null)).found).toEqual([]);
    expect((await find(asSubject('p1'))).found).not.toEqual([]);
  });

  /** Without a setting `asker`, by a role that policies do not bind. */
  const controlRows = (sql: string, allowed: string[] = []) => {
    const target = {
      ...connection(VARIABLES, null),
      workspace: `control ${allowed.join()}`,
      url: url.replace(READER, CONTROL),
      asker: null,
      guard: {
        allowFunctions: [
          'become',
          'everything',
          'back',
          'unsettled',
          'through',
          'gathers',
          'detours',
          'escaped',
          'commented',
          'leaks',
          ...allowed,
        ],
        allowExtensions: [],
        allowSystemCatalogs: true,
      },
    };
    const request = { kind: 'rows', sql, limits: LIMITS, offset: 0, limit: LIMITS.maxRows } as const;
    return sampler.answer<'rows'>(target, request, never());
  };

  it.each(ATTACKS)('show nothing of others by: %s', async (sql, expected, control) => {
    const answer = await rows(sql, asSubject('p0'));
    const examine = { kind: 'examine', sql, limits: LIMITS } as const;
    const examined = await sampler.answer<'examine'>(connection(VARIABLES, asSubject('p0')), examine, never());
    if (expected instanceof RegExp) {
      expect(answer).toEqual({ refusal: expect.stringMatching(expected) });
      expect(examined).toMatchObject({ refusal: { message: expect.stringMatching(expected) }, result: null });
    } else {
      expect(resultOf(answer)).toEqual(expected);
      expect(examined).toMatchObject({ error: null, result: { rows: expected } });
    }
    expect(resultOf(await rows('select distinct note from notes', asSubject('p0')))).toEqual([['canary-p0']]);
    const past = await controlRows(sql);
    if (control === null) expect(past).toEqual({ refusal: expect.stringMatching(expected as RegExp) });
    else expect(inspect(past, { depth: null })).toMatch(control);
  });

  it('give an allowed function own rows alone, even before other conditions', async () => {
    const sql = "select distinct note from notes where leaks(note) and note like '%p1'";
    const asker = { ...VARIABLES, allowFunctions: ['leaks'] };
    expect(resultOf(await rows(sql, asSubject('p0'), asker))).toEqual([]);
    expect(JSON.stringify(await controlRows(sql))).toMatch(/canary-p[1-7]/);
  });

  it('apply the allowance of the setting, not that of the workspace or question', async () => {
    const asker = { ...VARIABLES, allowFunctions: ['leaks'] };
    const examined = async (sql: string, allowFunctions: string[]) => {
      const guard = { allowFunctions, allowExtensions: ['tablefunc'], allowSystemCatalogs: true };
      const request = { kind: 'examine', sql, limits: LIMITS, guard } as const;
      return sampler.answer<'examine'>(connection(asker, asSubject('p0')), request, never());
    };
    expect(await examined("select leaks('canary-p0')", [])).toMatchObject({
      outcome: 'valid',
      result: { rows: [[true]] },
    });
    for (const sql of [
      "select become('p1'), n.* from notes n",
      "select * from crosstab('select 1, 1, note from notes') as t (a int, b text)",
      'select most_common_vals::text from pg_stats',
    ])
      expect([sql, await examined(sql, ['become', 'crosstab'])]).toMatchObject([
        sql,
        { outcome: 'refused', result: null },
      ]);
  });

  it.each([
    ['past', /rights of its owner/],
    ['above', /rights of its owner/],
    ['stored', /materialized view/],
  ])('refuse %s by name', async (table, reason) => {
    const answer = await rows(`select * from ${table}`, asSubject('p0'));
    expect(answer).toMatchObject({ refusal: expect.stringMatching(reason) });
    expect(answer).toMatchObject({ refusal: expect.stringContaining(`${table === 'above' ? 'past' : table}`) });
  });

  it('refuse a view of its owner that only the role of the asker may read', async () => {
    const answer = await rows('select * from of_north', asRole(NORTH), ROLE);
    expect(answer).toMatchObject({ refusal: expect.stringMatching(/rights of its owner/) });
  });

  it('notice a view that reads with the rights of its owner from now on', async () => {
    const read = () => rows('select * from own_notes', asSubject('p0'));
    await read();
    const change = 'alter view own_notes set (security_invoker = false)';
    await during(change, change.replace('false', 'true'), async () => {
      expect(await read()).toMatchObject({ refusal: expect.stringMatching(/rights of its owner/) });
    });
  });

  it.each(['spread', 'spread_middle', 'spread_far'])(
    'refuse %s, with a foreign partition of a partition',
    async (read) => {
      const change = `create foreign data wrapper postgres_fdw; create server far foreign data wrapper postgres_fdw;
                      create table spread (id int) partition by list (id);
                      create table spread_middle partition of spread default partition by list (id);
                      create foreign table spread_far partition of spread_middle default server far;
                      grant select on spread, spread_middle, spread_far to ${READER}`;
      await during(change, 'drop table spread; drop foreign data wrapper postgres_fdw cascade', async () => {
        const answer = await rows(`select * from ${read}`, asSubject('p0'));
        expect(answer).toMatchObject({ refusal: expect.stringMatching(/another server/) });
      });
    },
  );

  it('give models no row counts', async () => {
    const describe = { kind: 'describe', table: 'notes', limits: LIMITS } as const;
    const { table } = await sampler.answer<'describe'>(connection(VARIABLES, asSubject('p3')), describe, never());
    expect(table).toMatchObject({ name: 'notes', rowEstimate: null });
  });

  it.each([
    ['middle', 'parted'],
    ['parted', 'leaf'],
    ['leaf', 'parted'],
    ['leaf', 'middle'],
  ])('refuse to read %s where row security protects %s alone', async (read, secured) => {
    const change = `revoke select on parted from ${READER};
      create table middle partition of parted for values in ('p1') partition by list (note);
      create table leaf partition of middle for values in ('canary-p1');
      insert into parted values ('p1', 'canary-p1');
      alter table ${secured} enable row level security; grant select on ${read} to ${READER}`;
    const undo = `drop table middle; alter table parted disable row level security; grant select on parted to ${READER}`;
    await during(change, undo, async () => {
      const answer = rows(`select * from ${read}`, asSubject('p0'));
      await expect(answer).rejects.toThrow(`reads public.${read} without the row`);
    });
    expect(resultOf(await rows('select 1', asSubject('p0')))).toEqual([[1]]);
  });

  it.each([
    [OWNER, /owns public\.theirs/],
    [BYPASS, /bypasses row security/],
    ['postgres', /cannot be taken|does not apply/],
    ['none', /does not apply/],
  ])('refuse the role %s before anything runs', async (role, reason) => {
    const asker = { ...ROLE, roles: [role] };
    const request = { kind: 'rows', sql: 'select 1', limits: LIMITS, offset: 0, limit: 1 } as const;
    const answer = sampler.answer(connection(asker, asRole(role), TAKER), request, never());
    await expect(answer).rejects.toThrow(reason);
    const check = await sampler.answer<'check'>(connection(asker, null, TAKER), { kind: 'check' }, never());
    expect(check.refused?.join()).toMatch(/owns public\.theirs|bypasses row security|cannot be taken/);
  });

  it('find a role that may write when the setting is checked', async () => {
    const check = async (roles: string[]) =>
      sampler.answer<'check'>(connection({ ...ROLE, roles }, null), { kind: 'check' }, never());
    expect((await check([NORTH])).refused).toEqual([]);
    await during(`grant ${WRITER} to ${READER}`, `revoke ${WRITER} from ${READER}`, async () => {
      expect((await check([NORTH, WRITER])).refused).toEqual([
        expect.stringMatching(`the role ${WRITER} may do more than read: .*may write to public.notes`),
      ]);
    });
  });

  it('require that the role of a person may only read, by name', async () => {
    await requireFit(ROLE, asRole(NORTH));
    const change = `grant update (note) on notes to ${NORTH}`;
    await during(change, `revoke update (note) on notes from ${NORTH}`, async () => {
      const words = `the role ${NORTH} may do more than read: the role may write to public.notes`;
      await expect(requireFit(ROLE, asRole(NORTH))).rejects.toMatchObject({
        code: 'ASKER_UNSAFE',
        message: expect.stringContaining(words),
      });
      expect(await findingsOf(ROLE)).toContainEqual(expect.stringContaining(words));
      expect((await findingsOf(VARIABLES)).join()).not.toContain(NORTH);
      await requireFit(VARIABLES, asSubject('p0'));
    });
    await expect(requireFit(ROLE, null)).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
  });

  it('find what only a role of the setting reaches, by its name', async () => {
    const reachOf = async (asker: Asker) =>
      (await sampler.answer<'check'>(connection(asker, null), { kind: 'check' }, never())).roleReach ?? [];
    const change = `create function only_north() returns int language sql security definer as 'select 1';
      revoke execute on function only_north from public; grant execute on function only_north to ${NORTH}`;
    const words = 'run public.only_north() with the rights of its owner';
    await during(change, 'drop function only_north', async () => {
      expect(await reachOf(ROLE)).toContainEqual({ role: NORTH, name: 'public.only_north()', words });
      expect((await reachOf(VARIABLES)).filter(({ role }) => role !== null)).toEqual([]);
      expect(await findingsOf(ROLE)).toContainEqual(`the role ${NORTH} may ${words}`);
    });
  });

  it.each([
    [`grant ${BYPASS} to ${READER}`, `may become ${BYPASS}, which bypasses row security`],
    [`grant ${BYPASS} to ${READER} with inherit true, set false`, `may become ${BYPASS}, which bypasses row security`],
    [`grant ${BYPASS} to ${READER} with admin true, inherit false, set false`, `may become ${BYPASS}, which bypasses`],
    [`grant ${OWNER} to ${READER} with inherit false`, `may become ${OWNER}, which owns public.theirs`],
    [`grant ${OWNER} to ${NORTH} with inherit false`, `may become ${OWNER}, which owns public.theirs`],
    [`grant ${OWNER} to ${READER} with admin true, inherit false, set false`, `may become ${OWNER}, which owns`],
    [`grant ${SUPER} to ${NORTH} with inherit false, set false`, `may become ${SUPER}, which is a superuser`],
    [`alter role ${NORTH} createrole`, 'creates roles'],
    [`alter role ${READER} replication`, 'replicates'],
  ])('refuse a connection that may read past the policies: %s', async (grant, reason) => {
    await admin.query(grant);
    try {
      const check = (asker: Asker) => sampler.answer<'check'>(connection(asker, null), { kind: 'check' }, never());
      for (const asker of [VARIABLES, ROLE]) expect((await check(asker)).refused?.join()).toContain(reason);
      for (const [identity, asker] of [[asSubject('p0'), VARIABLES] as const, [asRole(NORTH), ROLE] as const])
        await expect(rows('select 1', identity, asker)).rejects.toMatchObject({
          code: 'ASKER_UNSAFE',
          message: expect.stringContaining(reason),
        });
    } finally {
      for (const role of [BYPASS, OWNER, SUPER]) await admin.query(`revoke ${role} from ${READER}, ${NORTH} cascade`);
      await admin.query(`alter role ${NORTH} nocreaterole; alter role ${READER} noreplication`);
    }
  });

  it('notice grants that change', async () => {
    expect(resultOf(await rows('select 1', asRole(NORTH), ROLE))).toEqual([[1]]);
    await during(`grant ${OWNER} to ${NORTH}`, `revoke ${OWNER} from ${NORTH}`, async () => {
      await expect(rows('select 1', asRole(NORTH), ROLE)).rejects.toMatchObject({
        code: 'ASKER_UNSAFE',
        message: expect.stringContaining('owns public.theirs'),
      });
    });
    const change = `create table child partition of parted default; alter table parted enable row level security;
      grant select on child to ${NORTH}`;
    await during(change, 'drop table child; alter table parted disable row level security', async () => {
      const answer = rows('select 1', asRole(NORTH), ROLE);
      await expect(answer).rejects.toThrow(/reads public\.child without the row security/);
    });
    expect(resultOf(await rows('select 1', asRole(NORTH), ROLE))).toEqual([[1]]);
  });

  const introspected = (asker: Asker) =>
    sampler.answer<'introspect'>(connection(asker, null), { kind: 'introspect', profile: true }, never());
  const findingsOf = async (asker: Asker): Promise<string[]> => (await introspected(asker)).privileges.findings;

  it('share nothing: no examples, profile or row of another person', async () => {
    const taken = await introspected(VARIABLES);
    expect(JSON.stringify(taken)).not.toContain('canary');
    expect(taken.profile).toBeUndefined();
    expect(taken.schema.tables.map(({ name }) => name)).toContain('notes');
    const words: [view: string, finding: string][] = [
      ['past', 'the view reads with the rights of its owner'],
      ['barrier', 'the view reads with the rights of its owner'],
      ['above', 'it reads public.past: the view reads with the rights of its owner'],
      ['stored', 'a materialized view keeps the rows of its owner'],
    ];
    for (const [view, finding] of words)
      expect(taken.privileges.findings).toContainEqual(
        expect.stringContaining(`public.${view} may not be read: ${finding}`),
      );
    expect(taken.privileges.findings.join()).not.toContain('own_notes');
    const find = { kind: 'find-values' as const, values: ['canary'], limits: LIMITS };
    const found = await sampler.answer<'find-values'>(connection(VARIABLES, asSubject('p2')), find, never());
    expect([...new Set(found.found.map(({ stored }) => stored))]).toEqual(['canary-p2']);
    const describeTable = { kind: 'describe', table: 'notes', limits: LIMITS } as const;
    const described = await sampler.answer<'describe'>(connection(VARIABLES, asSubject('p3')), describeTable, never());
    expect(JSON.stringify(described)).toContain('canary-p3');
    expect(JSON.stringify(described)).not.toMatch(/canary-p[^3]/);
  });

  it.each(PLANS)('refuse %s by name, whose planning runs what reads as another person', async (table, sql) => {
    await admin.query('analyze');
    const words = new RegExp(`"public.by_\\w+" may not be read: the function public.\\w+ may run when .* are planned`);
    expect(await rows(sql, asSubject('p0'))).toEqual({ refusal: expect.stringMatching(words) });
    expect(await controlRows(sql, [table])).toEqual({ error: expect.objectContaining({ message: 'read canary-p1' }) });
  });

  it('notice an index whose planning runs what reads as another person from now on', async () => {
    const read = () => rows('select id from by_later where id = 1', asSubject('p0'));
    const change = `create table by_later (id int, note text); grant select on by_later to ${READER}`;
    await during(change, 'drop table by_later', async () => {
      expect(resultOf(await read())).toEqual([]);
      await admin.query(`create index on by_later ((note || planned('')))`);
      expect(await read()).toEqual({ refusal: expect.stringContaining('public.planned may run') });
    });
  });

  it('run no function of conditions, defaults and generated columns', async () => {
    expect(resultOf(await rows('select * from unplanned', asSubject('p0')))).toEqual([[1, '', '']]);
  });

  it.each([
    [
      'operator(public.##)',
      "select 'x' ## 'p1', n.* from notes n",
      'operator operator(public.##) names public.becomes',
    ],
    [
      'cast(text as mark)',
      "select cast('p1'::text as mark), n.* from notes n",
      'cast cast(pg_catalog.text as public.mark) names public.marked',
    ],
  ])('refuse %s by name although it is allowed', async (name, sql, reason) => {
    const asker = { ...VARIABLES, allowFunctions: [name] };
    expect(await rows(sql, asSubject('p0'), asker)).toEqual({
      refusal: expect.stringMatching(/names public\.(becomes|marked)/),
    });
    const { refused } = await sampler.answer<'check'>(connection(asker, null), { kind: 'check' }, never());
    expect(refused).toEqual([expect.stringContaining(reason)]);
    expect(inspect(await controlRows(sql, [name]), { depth: null })).toMatch(/canary-p[1-7]/);
  });

  it.each([
    ['become', "select become('p1'), n.* from notes n", 'contains "set_config"'],
    ['hidden', "select hidden('p1'), n.* from notes n", 'names operator(public.##)'],
    ['casting', "select casting('p1'), n.* from notes n", 'names'],
    ['checking', "select checking('p1'), n.* from notes n", 'names public.checked'],
    ['mine', "select mine('assay.subject', 'p1', true), n.* from notes n", 'is written in internal'],
    ['peeks', 'select * from peeks()', 'names public.past'],
    ['peeks_above', 'select * from peeks_above()', 'names public.above'],
    ['keeps', 'select * from keeps()', 'names public.stored'],
    ['watches', 'select watches(), n.* from notes n', 'contains "pg_stat_activity"'],
    ['through', "select through('p1'), n.* from notes n", 'names public.become'],
    ['gathers', "select (select gathers('p1')), n.* from notes n", 'names public.becomes'],
    ['detours', "select detours('p1'), n.* from notes n", 'names public.strays'],
    ['back', 'select back(), n.* from notes n', 'contains "reset"'],
    ['escaped', "select escaped('p1'), n.* from notes n", 'contains "U&""'],
    ['commented', 'select commented(), n.* from notes n', 'contains "set/* the */role"'],
    ['default_session', 'select default_session(), n.* from notes n', 'contains "set local session authorization"'],
    ['spaced', 'select spaced(), n.* from notes n', 'contains "set local assay . subject to"'],
    ['behind_text', 'select behind_text(), n.* from notes n', 'contains "set/* */role"'],
    ['backend_activity', 'select backend_activity(), n.* from notes n', 'contains "pg_stat_get_backend_activity"'],
    ['unsettled', 'select unsettled(), n.* from notes n', 'contains "set role"'],
    ['everything', 'select * from everything()', 'contains "SECURITY DEFINER"'],
  ])('refuse %s() by name although it is allowed', async (name, sql, reason) => {
    const asker = { ...VARIABLES, allowFunctions: [name, 'leaks'] };
    const words = `he function public.${name} ${reason}`;
    expect(await rows(sql, asSubject('p0'), asker)).toEqual({ refusal: expect.stringContaining(words) });
    const { refused } = await sampler.answer<'check'>(connection(asker, null), { kind: 'check' }, never());
    expect(refused).toEqual([expect.stringContaining(words)]);
    expect(inspect(await controlRows(sql, [name]), { depth: null })).toMatch(/canary-p[1-7]/);
  });

  it('call an allowed function that changes nothing, whatever its comments look like', async () => {
    const asker = { ...VARIABLES, allowFunctions: ['ruled'] };
    expect(resultOf(await rows('select ruled()', asSubject('p0'), asker))).toEqual([['harmless']]);
  });

  it('notice an allowed function that reads with the rights of its owner from now on', async () => {
    const asker = { ...VARIABLES, allowFunctions: ['leaks'] };
    const read = () => rows("select leaks('canary-p0')", asSubject('p0'), asker);
    expect(resultOf(await read())).toEqual([[true]]);
    await during('alter function leaks security definer', 'alter function leaks security invoker', async () => {
      expect(await read()).toEqual({ refusal: expect.stringContaining('public.leaks contains "SECURITY DEFINER"') });
    });
  });

  it('refuse each allowed function where an implicit cast could read as another person', async () => {
    const asker = { ...VARIABLES, allowFunctions: ['leaks'] };
    const read = () => rows("select leaks('canary-p0')", asSubject('p0'), asker);
    expect(resultOf(await read())).toEqual([[true]]);
    const explicit = 'drop cast (text as mark); create cast (text as mark) with function marked(text)';
    await during(`${explicit} as assignment`, explicit, async () => {
      const words = 'public.leaks names cast(pg_catalog.text as public.mark)';
      expect(await read()).toEqual({ refusal: expect.stringContaining(words) });
    });
  });

  it('discard the rows of a statement whose policy changes the identity', async () => {
    await expect(rows('select * from drifts', asSubject('p0'))).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
    expect(resultOf(await rows('select distinct note from notes', asSubject('p0')))).toEqual([['canary-p0']]);
  });

  it('discard the rows of a statement whose policy leaves the role', async () => {
    for (const sql of ['select * from drifts', 'select * from drifts, notes n'])
      await expect(rows(sql, asRole(NORTH), ROLE)).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
    expect(resultOf(await rows('select current_user::text', asRole(NORTH), ROLE))).toEqual([[NORTH]]);
  });

  it.each(['reset role', 'set role none', "select set_config('role', 'none', true)"])(
    'refuse to leave the role by: %s',
    async (sql) => {
      expect(await rows(sql, asRole(NORTH), ROLE)).toMatchObject({ refusal: expect.any(String) });
    },
  );

  it('allow no function of an extension that runs the text of a statement', async () => {
    const asker = { ...VARIABLES, allowExtensions: ['tablefunc'] };
    const sql = "select * from crosstab('select 1, 1, note from notes') as t (a int, b text)";
    expect(await rows(sql, asSubject('p0'), asker)).toMatchObject({
      refusal: expect.stringContaining('public.crosstab contains "crosstab"'),
    });
  });

  describe('on one session', () => {
    let single: DatabaseSampler;
    beforeEach(() => {
      single = new DatabaseSampler({ policy: { hosts: null, ownStores: [], sqliteDirs: [] }, limits: { running: 1 } });
    });
    afterEach(() => single.close());
    const read = async (sql: string, identity: Identity, asker: Asker) => {
      const target = { ...connection(asker, identity), workspace: 'one session' };
      const request = { kind: 'rows', sql, limits: LIMITS, offset: 0, limit: 1 } as const;
      return resultOf(await single.answer<'rows'>(target, request, never()));
    };
    const backends = async (): Promise<number[]> => {
      const text = `select pid from pg_stat_activity where usename = '${READER}'`;
      return (await admin.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
    };
    /** Its backend, of a fresh pool. */
    async function backendOf(asker: Asker, identity: Identity): Promise<() => Promise<number[]>> {
      const others = await backends();
      expect(await read('select 1', identity, asker)).toEqual([[1]]);
      return async () => (await backends()).filter((pid) => !others.includes(pid));
    }

    it.each([
      ['variables', VARIABLES, asSubject('p0'), 'select * from drifts'],
      ['role', ROLE, asRole(NORTH), 'select * from drifts'],
    ])('discard it after another identity, in the mode %s', async (_mode, asker, identity, sql) => {
      const own = await backendOf(asker, identity);
      const before = await own();
      expect(before).toHaveLength(1);
      await expect(read(sql, identity, asker)).rejects.toMatchObject({ code: 'ASKER_REFUSED' });
      expect(await read('select 1', identity, asker)).toEqual([[1]]);
      await eventually(async () => !(await own()).includes(before[0] as number));
      expect(await own()).toHaveLength(1);
    });

    it('roll back and keep it where the role is unsafe', async () => {
      const own = await backendOf(ROLE, asRole(NORTH));
      const before = await own();
      await during(`alter role ${NORTH} createrole`, `alter role ${NORTH} nocreaterole`, async () => {
        await expect(read('select 1', asRole(NORTH), ROLE)).rejects.toMatchObject({
          code: 'ASKER_UNSAFE',
          message: `the role ${NORTH} can read past the policies: it creates roles`,
        });
      });
      expect(await read('select 1', asRole(NORTH), ROLE)).toEqual([[1]]);
      expect([before.length, await own()]).toEqual([1, before]);
    });
  });

  describe('on pooled sessions', () => {
    let looked: Promise<boolean> = Promise.resolve(false);
    const running = (number: number, what = 'pid'): Promise<boolean> =>
      (looked = looked.then(async () => {
        const text = `select ${what} from pg_stat_activity
          where state = 'active' and usename = '${READER}' and query like '%limit ${1000 + number}'`;
        return (await admin.query(text)).rows.length > 0;
      }));
    const subjectOf = (number: number): string => PEOPLE[number % PEOPLE.length] as string;

    async function readOwn(number: number): Promise<void> {
      const own = resultOf(await rows('select distinct note from notes', asSubject(subjectOf(number))));
      expect([number, own]).toEqual([number, [[`canary-${subjectOf(number)}`]]]);
    }
    async function cancel(number: number): Promise<void> {
      const controller = new AbortController();
      const answer = rows(endless(number), asSubject(subjectOf(number)), VARIABLES, controller.signal);
      const refused = expect(answer).rejects.toThrow('cancelled by the test');
      await eventually(() => running(number));
      controller.abort(new Error('cancelled by the test'));
      await refused;
    }
    async function timeOut(number: number): Promise<void> {
      const limits = { ...LIMITS, statementTimeoutMs: 1000 };
      const answer = await rows(endless(number), asSubject(subjectOf(number)), VARIABLES, never(), limits);
      expect(answer).toEqual({ error: expect.objectContaining({ code: '57014' }) });
    }
    /** A statement on a reused session runs again once: kills that, too. */
    async function kill(number: number): Promise<void> {
      let ended = false;
      const answer = rows(endless(number), asSubject(subjectOf(number))).finally(() => (ended = true));
      const lost = expect(answer).rejects.toMatchObject({ code: 'TARGET_CONNECTION_LOST' });
      let kills = 0;
      await eventually(async () => {
        if (await running(number, 'pg_terminate_backend(pid)')) kills += 1;
        return ended;
      });
      await lost;
      expect(kills).toBeGreaterThan(0);
    }

    it('keep people apart under cancels, timeouts and kills', async () => {
      const kindOf = (number: number) => (number % 20 === 3 ? timeOut : number % 5 === 1 ? cancel : readOwn);
      const numbers = Array.from({ length: 120 }, (_, number) => number).values();
      const worker = async (): Promise<void> => {
        for (const number of numbers) await kindOf(number)(number);
      };
      // A success after each kill keeps the circuit closed.
      const killer = async (): Promise<void> => {
        for (let number = 120; number < 126; number += 1) {
          await kill(number);
          await readOwn(number);
        }
      };
      await Promise.all([killer(), ...Array.from({ length: 20 }, worker)]);
    });
  });
});
