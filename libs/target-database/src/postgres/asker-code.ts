import type { Relation } from '../introspection/relation.js';
import { displayName } from '../introspection/relation-name.js';
import type { UnfitCode } from '../driver.js';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';
import { FIRST_OWN_ID } from './catalog-version.js';
import { textArray } from './text-array.js';

const LIMITS = { timeoutMs: 30_000, maxRows: 100_000, maxBytes: 256_000_000, isWhole: true };
const FIRST_OWN = `'${FIRST_OWN_ID}'::pg_catalog.oid`;

/**
 * A definition says LANGUAGE, SECURITY DEFINER and SET in front of the body; an aggregate has those of its functions, C
 * only its name.
 */
const FUNCTIONS = `
  select p.oid::text, n.nspname::text, p.proname::text, case when p.prokind = 'a' then 'sql' else l.lanname::text end,
         (select e.extname::text from pg_catalog.pg_depend as d join pg_catalog.pg_extension as e on e.oid = d.refobjid
           where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e'
             and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass limit 1),
         case when p.prokind = 'a'
              then (select pg_catalog.concat_ws(' ', a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn,
                                                a.aggdeserialfn, a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn)
                      from pg_catalog.pg_aggregate as a where a.aggfnoid = p.oid)
              when l.lanname not in ('c', 'internal') then pg_catalog.pg_get_functiondef(p.oid) else p.proname::text end
    from pg_catalog.pg_proc as p
    join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
    join pg_catalog.pg_language as l on l.oid = p.prolang
   where p.oid >= ${FIRST_OWN}
     -- not those that PostgreSQL makes for types of ranges
     and not exists (select from pg_catalog.pg_depend as d
                      where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'i')`;

/** What runs functions that statements do not name; with their names. */
const CALLERS = `
  select 'operator', n.nspname::text, o.oprname::text, pg_catalog.concat_ws(' ', o.oprcode, o.oprrest, o.oprjoin)
    from pg_catalog.pg_operator as o join pg_catalog.pg_namespace as n on n.oid = o.oprnamespace
   where o.oid >= ${FIRST_OWN}
  union all
  select case c.castcontext when 'e' then 'cast' else 'implicit cast' end, sn.nspname || '.' || s.typname, tn.nspname || '.' || t.typname, c.castfunc::pg_catalog.regproc::text
    from pg_catalog.pg_cast as c
    join pg_catalog.pg_type as s on s.oid = c.castsource join pg_catalog.pg_namespace as sn on sn.oid = s.typnamespace
    join pg_catalog.pg_type as t on t.oid = c.casttarget join pg_catalog.pg_namespace as tn on tn.oid = t.typnamespace
   where c.oid >= ${FIRST_OWN} and c.castmethod = 'f'
  union all
  select 'type', n.nspname::text, t.typname::text, pg_catalog.pg_get_constraintdef(k.oid)
    from pg_catalog.pg_constraint as k
    join pg_catalog.pg_type as t on t.oid = k.contypid join pg_catalog.pg_namespace as n on n.oid = t.typnamespace
   where k.oid >= ${FIRST_OWN}`;

/**
 * Tables whose planning may run one of the functions, and their relatives: PostgreSQL computes immutable calls of
 * constants in indexes, CHECK conditions, statistics and partition keys, operator classes and ranges.
 */
const PLANNED = `
  with recursive called as (
    select p.oid, n.nspname || '.' || p.proname as name, p.provolatile = 'i' as early
      from pg_catalog.pg_proc as p join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
     where p.oid = any($1::pg_catalog.oid[])),
  uses(classid, objid, name) as (
    select d.classid, d.objid, c.name
      from called as c join pg_catalog.pg_depend as d
        on d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.refobjid = c.oid
     where c.early
    union
    select d.classid, d.objid, c.name
      from called as c join pg_catalog.pg_operator as o on o.oprcode = c.oid
      join pg_catalog.pg_depend as d on d.refclassid = 'pg_catalog.pg_operator'::pg_catalog.regclass and d.refobjid = o.oid
     where c.early),
  planned(relation, name) as (
    (select coalesce(i.indrelid, k.conrelid, s.stxrelid, t.partrelid), u.name
       from uses as u
       left join pg_catalog.pg_index as i on u.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and i.indexrelid = u.objid
       left join pg_catalog.pg_partitioned_table as t
         on u.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and t.partrelid = u.objid
       left join pg_catalog.pg_constraint as k
         on u.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass and k.oid = u.objid and k.conrelid <> 0
       left join pg_catalog.pg_statistic_ext as s
         on u.classid = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass and s.oid = u.objid
     union
     select i.indrelid, c.name
       from called as c join pg_catalog.pg_amproc as a on a.amproc = c.oid
       join pg_catalog.pg_opclass as o on o.opcfamily = a.amprocfamily
       join pg_catalog.pg_index as i on o.oid = any(i.indclass)
     union
     select a.attrelid, c.name
       from called as c join pg_catalog.pg_range as r on r.rngsubdiff = c.oid
       join pg_catalog.pg_attribute as a on a.atttypid in (r.rngtypid, r.rngmultitypid))
    union
    select case when h.inhparent = p.relation then h.inhrelid else h.inhparent end, p.name
      from planned as p join pg_catalog.pg_inherits as h on p.relation in (h.inhparent, h.inhrelid))
  select n.nspname::text, c.relname::text, pg_catalog.min(p.name)
    from planned as p join pg_catalog.pg_class as c on c.oid = p.relation
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
   group by 1, 2`;

/** PostgreSQL nests comments in blocks. */
const COMMENT = /\/\*(?:(?!\/\*)[\s\S])*?\*\/|--.*/g;
const NESTED_COMMENT = /\/\*(?:(?!\*\/)[\s\S])*\/\*/;

/** White space between words. A comment reaches to the end of its line: shorter ones would be tried without end. */
const GAP = String.raw`(?:\s|--[^\n\r]*(?![^\n\r])|/\*(?:(?!\*/)[\s\S])*\*/)`;
/** Reading the comments of the written text: a text may hold what looks like the start of one. */
const SETS = new RegExp(
  String.raw`\bset${GAP}+(?:(?:local|session)${GAP}+)*(?:authorization\b|role\b|(?!search_path\b)[\w.$"]+(?:${GAP}*\.${GAP}*[\w$"]+)*${GAP}*(?:=|\bto\b))`,
  'i',
);

/** Statements that change settings, or run a text that may; rows of other sessions of the role. */
const CHANGES = [
  /\bsecurity\s+definer\b/i,
  /\bset_config\b/i,
  SETS,
  /\b(?:reset|discard|execute)\b/i,
  NESTED_COMMENT,
  // a name with escapes
  /\bu&"/i,
  /\b(?:(?:query|cursor|table|schema|database)_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*|connectby|dblink\w*)\b/i,
  /\b(?:_?pgr_\w+|cypher|xpath_table|set_user|set_session_auth|run_command_on\w*|pg_background\w*)\b/i,
  /\bpg_(?:stat_(?:\w*activity|statements)|prepared_statements?|cursors?)\b/i,
];

/** What runs or names other code. */
interface Code {
  kind: UnfitCode['kind'] | 'view' | 'type';
  /** A cast that statements need not name. */
  implicit?: boolean;
  schema: string;
  name: string;
  oid?: string;
  text: string;
  words: ReadonlySet<string>;
  /** Why it is unfit by itself. */
  found: string | null;
}

/**
 * Code that may change who asks or read rows as another, and tables whose planning runs it.
 */
export async function readUnfitCode(
  session: DatabaseSession,
  relations: readonly Relation[],
  signal: AbortSignal,
): Promise<UnfitCode[]> {
  const read = async (sql: string, parameters: string[] = []): Promise<string[][]> =>
    (await session.read({ sql, parameters, ...LIMITS }, signal)).map((cells) => cells.map((cell) => textOf(cell)));
  const code = [
    ...(await read(FUNCTIONS)).map(functionOf),
    ...(await read(CALLERS)).map(callerOf),
    ...relations.map(viewOf),
  ];
  const unfit = spread(code);
  const found = [...unfit].flatMap(([{ kind, schema, name }, reason]): UnfitCode[] =>
    kind === 'view' || kind === 'type' ? [] : [{ kind, schema, name, reason }],
  );
  const oids = [...unfit.keys()].flatMap(({ oid }) => oid ?? []);
  const planned = oids.length === 0 ? [] : await read(PLANNED, [textArray(oids)]);
  return [
    ...found,
    ...planned.map(([schema = '', name = '', called]): UnfitCode => {
      const reason = `the function ${called} may run when statements are planned, and could read as another person`;
      return { kind: 'relation', schema, name, reason };
    }),
  ];
}

function codeOf(code: Omit<Code, 'text' | 'words'>, written: string): Code {
  // What looks like a comment may be a text with a statement behind it.
  const read = `${written}\n${written.replaceAll(COMMENT, ' ')}`;
  const text = read.toLowerCase();
  const change = CHANGES.map((one) => one.exec(read)?.[0]).find((found) => found !== undefined);
  const found = code.found ?? (change === undefined ? null : `contains "${change}"`);
  return { ...code, found, text, words: new Set(text.match(/[\p{L}\p{N}_$]+/gu)) };
}

function functionOf([oid = '', schema = '', name = '', language = '', extension = '', text = '']: string[]): Code {
  const isOfExtension = extension !== '' && (language === 'c' || language === 'internal');
  const isRead = language === 'sql' || language === 'plpgsql' || isOfExtension;
  const found = isRead ? null : `is written in ${language}`;
  return codeOf({ kind: 'function', schema, name, oid, found }, text);
}

function callerOf([kind = '', schema = '', name = '', text = '']: string[]): Code {
  const implicit = kind === 'implicit cast';
  return codeOf({ kind: implicit ? 'cast' : (kind as Code['kind']), implicit, schema, name, found: null }, text);
}

/** Unsafe relations are refused elsewhere; here they are what a function must not read. */
function viewOf({ schema, name, definition, ofOwner = null }: Relation): Code {
  return codeOf({ kind: 'view', schema: schema ?? '', name, found: ofOwner }, definition ?? '');
}

/** Reasons of unfit code, with all code that uses it. */
function spread(code: readonly Code[]): Map<Code, string> {
  const unfit = new Map<Code, string>();
  for (const one of code) if (one.found !== null) unfit.set(one, `${one.found}, so it could read as another person`);
  // Grows during iteration.
  for (const [named] of unfit) {
    const uses = useOf(named);
    const reason = `names ${inWords(named)}, which could read as another person`;
    for (const one of code) if (!unfit.has(one) && uses(one)) unfit.set(one, reason);
  }
  return unfit;
}

function useOf({ kind, name, implicit }: Code): (code: Code) => boolean {
  if (implicit === true) return (code) => code.kind === 'function';
  const written = (kind === 'cast' ? name.slice(name.indexOf('.') + 1) : name).toLowerCase();
  if (/^[\p{L}\p{N}_$]+$/u.test(written)) return ({ words }) => words.has(written);
  return ({ text }) => text.includes(written);
}

function inWords({ kind, schema, name }: Pick<Code, 'kind' | 'schema' | 'name'>): string {
  if (kind === 'cast') return `cast(${schema} as ${name})`;
  return kind === 'operator' ? `operator(${schema}.${name})` : displayName({ schema, name });
}
