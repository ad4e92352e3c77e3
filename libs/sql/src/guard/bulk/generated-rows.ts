import { groupsAround, isGroup, isName, listed, nameOf, wordOf, type Group, type Part } from './call-tree.js';
import { isColumn, pathAt } from './names.js';
import { isQuery, nameOfCte, queryOf } from './queries.js';
import { remembered } from './remembered.js';
import { countsRecursively, FEW_ROWS, MANY_ROWS, rowsOfSeries } from './row-sources.js';
import type { Scopes } from './scopes.js';
import { step } from './steps.js';

/** Rows that aggregates hold and no table has. */
export class GeneratedRows {
  private readonly known = new Map<Group, number>();

  constructor(private readonly scopes: Scopes) {}

  /** Whether a long series, recursive counting, or a table with itself makes the rows of an aggregate. */
  has(call: Group): boolean {
    return this.queriesOf(call).some((query) => this.of(query) > FEW_ROWS || this.scopes.multiplies(call, query));
  }

  count(call: Group): number {
    return this.queriesOf(call).reduce((rows, query) => rows * this.of(query), 1);
  }

  /** Its query, and those around it while only their columns may be aggregated: then they own the aggregate. */
  private queriesOf(call: Group): Group[] {
    const queries = [queryOf(call)];
    for (const query of queries) {
      step(call.parts.length);
      const outer = groupsAround(query).find(isQuery);
      if (outer !== undefined && isQuery(query) && !this.isOwn(call, query)) queries.push(outer);
    }
    return queries;
  }

  private isOwn(call: Group, query: Group): boolean {
    if (call === query || !call.parts.some((part) => isGroup(part) || isName(part))) return true;
    const sources = this.scopes.branchAt(call.token?.start ?? 0, query)?.sources ?? [];
    const aliases = new Set(sources.map(({ alias }) => alias).filter((alias) => alias !== 'pg_catalog'));
    const [first = []] = listed(call.parts);
    const isRow = first.length === 1 && isColumn(first, 0) && isName(first[0]) && aliases.has(nameOf(first[0]));
    return isRow || readsAny(call.parts, aliases);
  }

  private of(query: Group): number {
    return remembered(this.known, query, () => this.made(query), 1);
  }

  /** Any name may be that of a CTE, as in `(TABLE name)`. */
  private made(group: Group): number {
    step(group.parts.length);
    const names = group.parts.filter((part, at) => isName(part) && !isDefined(group.parts, at));
    const ctes = new Set(names.filter(isName).map((name) => this.scopes.cteNamed(nameOf(name), group)));
    const inner = group.parts.filter(isGroup).filter((part) => nameOfCte(part) === null);
    const rows = [
      ...[...ctes].map((cte) => (cte === null ? 1 : this.of(cte))),
      ...inner.map((part) => Math.max(1, rowsOfSeries(part)) * this.made(part)),
    ].reduce((product, one) => product * one, 1);
    const finite = Number.isFinite(rows) ? rows : MANY_ROWS;
    return countsRecursively(group) ? Math.max(finite, MANY_ROWS) : finite;
  }
}

function isDefined(parts: readonly Part[], at: number): boolean {
  let next = at + (isGroup(parts[at + 1]) ? 2 : 1);
  if (wordOf(parts[next]) !== 'as') return false;
  do next += 1;
  while (/^(?:not|materialized)$/.test(wordOf(parts[next])));
  const query = parts[next];
  return isGroup(query) && nameOfCte(query) !== null;
}

function readsAny(parts: readonly Part[], aliases: ReadonlySet<string>): boolean {
  return parts.some((part, at) => {
    if (isGroup(part)) return readsAny(part.parts, aliases);
    const path = isColumn(parts, at) ? pathAt(parts, at) : [];
    return path.length > 1 && aliases.has(nameOf(path[0] ?? part));
  });
}
