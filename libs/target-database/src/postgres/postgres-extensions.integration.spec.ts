import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { guardSql, type GuardOptions, type GuardOutcome } from '@assay/sql';
import { findInstalledPostgres, startInstalledPostgres, type InstalledPostgres } from '@assay/testing';
import pg from 'pg';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';

const EXTENSIONS = ['citext', 'hstore', 'ltree', 'pg_trgm', 'postgis', 'unaccent', 'fuzzystrmatch', 'dblink', 'isn'];
const MORE = ['tablefunc', 'intarray', 'cube', 'uuid-ossp', 'file_fdw'];
const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 10, maxBytes: 1_000_000 };
const never = (): AbortSignal => new AbortController().signal;
const programs = findInstalledPostgres([...EXTENSIONS, ...MORE]);

const FIXTURE = [
  ...[...EXTENSIONS, ...MORE].map((name) => `create extension "${name}"`),
  "create type mood as enum ('sad', 'ok', 'happy')",
  "create domain plz as text check (value ~ '^[0-9]{5}$')",
  'create domain share as numeric(5, 2) check (value between 0 and 100)',
  `create table place (id int primary key, name citext, attributes hstore, path ltree, geom geometry(point, 4326),
                       geog geography, m mood, zip plz, part share)`,
  "create function seen(text) returns bool language sql as 'select true'",
  'create domain own as text check (seen(value))',
  'create table checked (d own)',
  "insert into checked values ('q')",
  'create server files foreign data wrapper file_fdw',
  'create table listed (line text, k int) partition by list (k)',
  `create foreign table listed_file partition of listed for values in (1)
     server files options (filename '/etc/passwd')`,
  `insert into place values (1, 'Ulm', 'a=>1,b=>2', 'top.south.ulm', st_setsrid(st_makepoint(10, 48.4), 4326),
                             st_makepoint(10, 48.4)::geography, 'ok', '89073', 12.5)`,
];

const BENIGN = [
  "select id from place where name = 'ULM'",
  "select p.name, lower(p.name) from place p where p.name like 'u%'",
  "select 'A'::citext = 'a'::citext",
  'select max(name), min(name) from place',
  "select replace(name, 'u', 'o'), split_part(name, 'l', 1) from place",
  "select attributes -> 'a' from place",
  "select attributes ? 'a', attributes @> 'a=>1' from place",
  'select e.key, e.value from place p, each(p.attributes) e',
  "select hstore('a', 'b') || 'c=>d'::hstore",
  'select akeys(attributes), avals(attributes), hstore_to_json(attributes) from place',
  'select k from place, skeys(attributes) k',
  "select path <@ 'top.south', nlevel(path), subpath(path, 0, 2) from place",
  "select 'a.b'::ltree || 'c', 'a.b.c'::ltree ~ 'a.*'::lquery",
  "select similarity(name::text, 'ulmen'), name::text % 'ulmen' from place",
  "select word_similarity('ulm', 'ulmen'), 'a' <-> 'b', show_trgm('abc')",
  "select unaccent('Müller'), levenshtein('a', 'b'), soundex('Ulm'), metaphone('Ulm', 4)",
  'select m, count(*) from place group by m order by m',
  "select * from place where m = 'ok' and m < 'happy'",
  "select enum_range(null::mood), enum_first(null::mood), 'sad'::mood",
  "select array_agg(m), 'ok' = any(array_agg(m)) from place",
  'select zip, part, part + 1 from place',
  "select '89073'::plz, cast(12 as share), '{89073,10115}'::plz[]",
  "select p.part from place p where p.zip = '89073'",
  'select st_astext(geom), st_x(geom), st_y(geom) from place',
  'select st_distance(geog, st_makepoint(11, 48)::geography) from place',
  'select id from place where st_dwithin(geog, st_makepoint(10, 48)::geography, 100000)',
  'select st_area(st_buffer(geom, 1)), st_srid(geom), st_isvalid(geom) from place',
  'select st_asgeojson(geom), st_asgeojson(p.*) from place p',
  "select geom && st_makeenvelope(9, 47, 11, 49, 4326), geom <-> 'srid=4326;point(1 2)'::geometry from place",
  'select d.path, d.geom from place p, st_dump(p.geom) d',
  'select (st_dump(geom)).geom, (st_dumppoints(st_makeenvelope(0, 0, 1, 1))).path from place',
  'select g.i, g.j, g.geom from st_squaregrid(1, st_makeenvelope(0, 0, 2, 2)) g',
  'select st_union(geom), st_collect(geom), st_extent(geom) from place',
  "select st_transform(geom, 3857), geom::box2d, 'point(1 2)'::geometry = 'point(1 2)' from place",
  'select st_clusterkmeans(geom, 1) over () from place',
  'select st_frechetdistance(geom, geom), st_lineinterpolatepoint(st_makeline(geom, geom), 0.5) from place',
  'select (st_minimumboundingradius(geom)).radius from place',
  'select count(*) from place a join place b on st_intersects(a.geom, b.geom)',
  "select cube(array[1, 2]) <-> cube(array[3, 4]), sort(array[3, 1]), array[1, 2] && array[2], '{1,2}'::int[] @@ '1'",
  'select uuid_generate_v5(uuid_ns_dns(), name::text) from place',
  "select isbn('0-393-04002-X')",
  'select * from place order by name, path, attributes, geom, m, zip limit 3',
];

const REFUSED = [
  "select x.dblink_connect from lower('host=127.0.0.1') x",
  "select * from dblink('dbname=x', 'select 1') as t(a int)",
  'select set_limit(0.1)',
  'select x.set_limit from float4(0.1) x',
  'select isn_weak(true)',
  "select * from crosstab('select 1, 2, 3') as t(a int, b int)",
  "select st_estimatedextent('place', 'geom')",
  'select postgis_extensions_upgrade()',
  "select addgeometrycolumn('place', 'g', 4326, 'POINT', 2)",
  "select dropgeometrytable('place')",
  "select lockrow('place', '1', 'me')",
  "select find_srid('public', 'place', 'geom')",
  'select populate_geometry_columns()',
  "select st_fromflatgeobuftotable('public', 't', '\\x00')",
  "select st_transform(geom, '+init=/etc/passwd:x') from place",
  "select st_transform(geom, '+proj=longlat', '+proj=longlat +nadgrids=/etc/passwd') from place",
  "select st_transform(geom, p) from place, lower('+init=/etc/passwd:x') p",
  "select q #= 'd=>x'::hstore from (select d from checked) q",
  "select populate_record(q, 'd=>x') from (select d from checked) q",
  "select row(d) #= 'f1=>x' from checked",
  'select * from listed_file',
];

describe(programs === null ? 'extensions (skipped: no PostgreSQL of the system has them)' : 'extensions', () => {
  if (programs === null) {
    it.skip('count as built in', () => undefined);
    return;
  }
  let server: InstalledPostgres;
  let database: TargetDatabase;

  beforeAll(async () => {
    server = await startInstalledPostgres(programs);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    for (const statement of FIXTURE) await admin.query(statement);
    await admin.end();
    const policy = { hosts: null, ownStores: [], sqliteDirs: [] };
    database = openTargetDatabase(await resolveTarget(parseTargetUrl('postgres', server.url), policy), {
      guard: (sql, catalog) => guardSql(sql, 'postgres', { catalog }),
    });
  });

  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const judge = async (sql: string, options: GuardOptions = {}): Promise<GuardOutcome> => {
    const outcome = await guardSql(sql, 'postgres', { ...options, catalog: await database.catalog(never()) });
    const unsafe = outcome.allowed ? await database.refusedRelation(outcome.tables, never()) : null;
    return unsafe === null ? outcome : { allowed: false, rule: 'function', message: unsafe.message };
  };

  it.each(BENIGN)('allows and runs %s', async (sql) => {
    const outcome = await judge(sql);
    expect({ sql, ...outcome }).toMatchObject({ sql, allowed: true });
    await expect(database.examine((outcome as { sql: string }).sql, LIMITS, never())).resolves.toBeDefined();
  });

  it.each(REFUSED)('refuses %s', async (sql) => {
    expect(await judge(sql)).toMatchObject({ allowed: false });
  });

  it('opens another extension where the workspace allows it, but nothing that runs a text', async () => {
    const allowExtensions = ['tablefunc', 'dblink'];
    expect(await judge('select normal_rand(1, 0, 1)')).toMatchObject({ allowed: false });
    expect(await judge('select normal_rand(1, 0, 1)', { allowExtensions })).toMatchObject({ allowed: true });
    expect(await judge("select * from crosstab('select 1') as t(a int)", { allowExtensions })).toMatchObject({
      allowed: false,
    });
    expect(await judge("select dblink_connect('x')", { allowExtensions })).toMatchObject({ allowed: false });
  });
});
