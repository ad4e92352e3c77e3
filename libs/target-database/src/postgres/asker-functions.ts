import type { UnfitFunction } from '../driver.js';
import { textOf } from '../introspection/catalog-cells.js';
import type { DatabaseSession } from '../session.js';
import { FIRST_OWN_ID } from './catalog-version.js';

const LIMITS = { timeoutMs: 30_000, maxRows: 100_000, maxBytes: 256_000_000, isWhole: true };

/** A definition says LANGUAGE, SECURITY DEFINER and SET in front of the body; an aggregate has those of its functions. */
const DEFINITIONS = `
  select n.nspname::text, p.proname::text, case when p.prokind = 'a' then 'sql' else l.lanname::text end,
         case when p.prokind = 'a'
              then (select pg_catalog.concat_ws(' ', a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn,
                                                a.aggdeserialfn, a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn)
                      from pg_catalog.pg_aggregate as a where a.aggfnoid = p.oid)
              else pg_catalog.pg_get_functiondef(p.oid) end
    from pg_catalog.pg_proc as p
    join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
    join pg_catalog.pg_language as l on l.oid = p.prolang
   where p.oid >= '${FIRST_OWN_ID}'::pg_catalog.oid and (p.prokind = 'a' or l.lanname not in ('c', 'internal'))`;

/** Statements that change settings, or run a text that may. */
const CHANGES = [
  /\bsecurity\s+definer\b/i,
  /\bset_config\b/i,
  /\bset\s+(?:(?:local|session)\s+)?(?:authorization\b|role\b|(?!search_path\b)[\w.$"]+\s*(?:=|\bto\b))/i,
  /\b(?:reset|discard|execute)\b/i,
  // a name with escapes
  /\bu&"/i,
  /\b(?:(?:query|cursor|table|schema|database)_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*|connectby|dblink\w*)\b/i,
];

/** Own functions that may change who asks, or read as their owner, by what they and the functions that they call contain. */
export async function readUnfitFunctions(session: DatabaseSession, signal: AbortSignal): Promise<UnfitFunction[]> {
  const rows = await session.read({ sql: DEFINITIONS, parameters: [], ...LIMITS }, signal);
  const others = rows.map(([schema, name, language, written]) => {
    const definition = withAndWithoutComments(textOf(written));
    const words = new Set(definition.toLowerCase().match(/[\p{L}\p{N}_$]+/gu));
    return { schema: textOf(schema), name: textOf(name), language: textOf(language), definition, words };
  });
  const unfit = others.flatMap(({ schema, name, language, definition }) => {
    const found = CHANGES.map((change) => change.exec(definition)?.[0]).find((words) => words !== undefined);
    const isRead = language === 'sql' || language === 'plpgsql';
    if (isRead && found === undefined) return [];
    const reason = isRead ? `contains "${found}"` : `is written in ${language}`;
    return [{ schema, name, reason: `${reason}, so it could read as another person` }];
  });
  const keyOf = (one: Pick<UnfitFunction, 'schema' | 'name'>): string => JSON.stringify([one.schema, one.name]);
  const known = new Set(unfit.map(keyOf));
  // Grows during iteration.
  for (const named of unfit) {
    const reason = `names ${named.schema}.${named.name}, which could read as another person`;
    for (const { schema, name, words } of others) {
      const caller = { schema, name, reason };
      if (!words.has(named.name.toLowerCase()) || known.has(keyOf(caller))) continue;
      known.add(keyOf(caller));
      unfit.push(caller);
    }
  }
  return unfit;
}

/** What looks like a comment may be a text with a statement behind it. */
function withAndWithoutComments(definition: string): string {
  return `${definition}\n${definition.replaceAll(/\/\*[\s\S]*?\*\/|--.*/g, ' ')}`;
}
