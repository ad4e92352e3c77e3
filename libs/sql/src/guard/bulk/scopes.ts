import type { SqlToken } from '../../lexer/token.js';
import { refuse } from '../guard-refused.js';
import { isGroup, isName, listed, nameOf, wordOf, type Group, type Part } from './call-tree.js';
import { isColumn, isKeyword, pathAt } from './names.js';
import { isDerived, isInside, nameOfCte, queryOf } from './queries.js';
import { remembered } from './remembered.js';
import { step } from './steps.js';
import { AFTER_SELECT, crosses, sourcesIn, type Source } from './row-sources.js';

/** An expression of a SELECT or WITH list, a row of VALUES or a function in FROM. */
export interface Item {
  name: string;
  parts: readonly Part[];
  group: Group;
  recursive: boolean;
}

interface Branch {
  start: number;
  end: number;
  items: Item[];
  sources: Source[];
  readable?: Source[];
  named?: Map<string, Item[]>;
  crosses?: boolean;
}

const SETS = /^(?:union|except|intersect|minus)$/;

/** What names of a statement represent. */
export class Scopes {
  private readonly branches = new Map<Group, Branch[]>();
  private readonly ctes = new Map<Group, Map<string | null, Group>>();
  private readonly columns = new Map<Source, Map<string, Item[]>>();

  branchesOf(group: Group): Branch[] {
    return remembered(this.branches, group, () => {
      const cuts = group.parts.flatMap((part, at) => (SETS.test(wordOf(part)) ? [at] : []));
      const own = nameOfCte(group);
      const recursive = own !== null && group.parts.some((part) => !isGroup(part) && nameOf(part) === own);
      return [-1, ...cuts].flatMap((cut, index) =>
        this.readBranch(group, group.parts.slice(cut + 1, cuts[index]), recursive),
      );
    });
  }

  branchAt(start: number, group: Group): Branch | undefined {
    return this.branchesOf(group).find((one) => one.start <= start && start < one.end);
  }

  /** Whether the sources of the call's query cross. */
  multiplies(call: Group, query = queryOf(call)): boolean {
    const branch = this.branchAt(call.token?.start ?? 0, query);
    if (branch === undefined) return crosses(sourcesIn(query.parts));
    return (branch.crosses ??= crosses(branch.sources));
  }

  /** @returns expressions that a name may represent; none for a table's column */
  resolve(path: readonly SqlToken[], inside: Group): Item[] {
    const start = path[0]?.start ?? 0;
    const [name = '', qualifier] = path.map(nameOf).reverse();
    for (let group: Group | null = inside; group !== null; group = group.parent) {
      const branch = this.branchAt(start, group);
      step(1 + this.branchesOf(group).length + (branch?.readable?.length ?? 0));
      if (branch === undefined) continue;
      branch.readable ??= branch.sources.filter(
        (one) => one.group !== null || this.cteNamed(one.path.join('.'), group) !== null,
      );
      const sources = branch.readable.filter(({ alias }) => qualifier === undefined || alias === qualifier);
      const found = sources.flatMap((source) => this.columnsOf(source, name, group));
      step(found.length);
      if (found.length > 0) return found;
      branch.named ??= Map.groupBy(branch.items, (item) => item.name);
      const aliased = qualifier === undefined ? (branch.named.get(name) ?? []) : [];
      if (aliased.length > 0) return aliased;
      if (nameOfCte(group) !== null) return [];
    }
    return [];
  }

  itemsAt(parts: readonly Part[], at: number, inside: Group): Item[] | null {
    if (!isColumn(parts, at)) return null;
    const items = this.resolve(pathAt(parts, at), inside);
    return items.length === 0 && isKeyword(parts[at]) ? null : items;
  }

  private columnsOf(source: Source, name: string, around: Group): Item[] {
    const known = this.columns.get(source) ?? new Map<string, Item[]>();
    this.columns.set(source, known);
    return remembered(known, name, () => [...new Set(this.readColumns(source, name, around))], []);
  }

  private readColumns(source: Source, name: string, around: Group): Item[] {
    const { alias, columns, group } = source;
    const derived = group ?? (source.path.length === 1 ? this.cteNamed(source.path[0] ?? '', around) : null);
    if (derived === null) return [];
    if (group !== null && !isDerived(group)) {
      const isNamed = name === alias || columns.includes(name) || (columns.length === 0 && name === group.name);
      return isNamed ? [{ name, parts: [group], group: around, recursive: false }] : [];
    }
    const isSelf = isInside(around, derived);
    const branches = this.branchesOf(derived).filter(
      (one) => !isSelf || !one.sources.some(({ path }) => path[0] === nameOfCte(derived)),
    );
    const names = columns.length > 0 ? columns : columnsOfCte(derived);
    return branches.flatMap(({ items, sources }) => {
      step(items.length + sources.length);
      if (name === alias) return items;
      const listedAt = names.indexOf(name);
      if (listedAt >= 0) return items.filter((_, at) => at % Math.max(names.length, 1) === listedAt);
      const named = items.filter((item) => item.name === name);
      if (named.length > 0) return named;
      const isStar = items.some(({ parts }) => wordOf(parts.at(-1)) === '*');
      const through = isStar ? sources.flatMap((inner) => this.columnsOf(inner, name, derived)) : [];
      return through.length > 0 ? through : items.filter((item) => item.name === '');
    });
  }

  private readBranch(group: Group, parts: readonly Part[], recursive: boolean): Branch[] {
    const start = startOf(parts[0]);
    const end = endOf(parts.at(-1));
    if (wordOf(parts[0]) === 'values') {
      const items = parts.filter(isGroup).flatMap((row) => {
        return listed(row.parts).map((value) => ({ name: ' ', parts: value, group: row, recursive }));
      });
      return [{ start, end, items, sources: [] }];
    }
    const select = parts.findIndex((part) => wordOf(part) === 'select');
    if (select < 0)
      return parts.length === 1 && isGroup(parts[0]) && isDerived(parts[0]) ? this.branchesOf(parts[0]) : [];
    const after = parts.findIndex(
      (part, at) => at > select && AFTER_SELECT.test(wordOf(part)) && wordOf(parts[at - 1]) !== 'distinct',
    );
    const lists = [
      ...listed(parts.slice(select + 1, after < 0 ? undefined : after)),
      ...listed(parts.slice(0, select)).filter(isAliased),
    ];
    const items = lists.map((list) => ({ name: nameOfItem(list), parts: list, group, recursive }));
    return [{ start, end, items, sources: sourcesIn(parts) }];
  }

  cteNamed(name: string, inside: Group): Group | null {
    for (let group: Group | null = inside; group !== null; group = group.parent) {
      step();
      if (nameOfCte(group) === name) return group;
      const { parts } = group;
      const cte = remembered(this.ctes, group, () => ctesIn(parts)).get(name);
      if (cte !== undefined) return cte;
    }
    return null;
  }
}

function ctesIn(parts: readonly Part[]): Map<string | null, Group> {
  const found = new Map<string | null, Group>();
  for (const part of parts.filter(isGroup)) {
    const name = nameOfCte(part);
    // Dialects differ in whether `a` is `"A"`.
    if (name !== null && isDerived(part) && found.has(name))
      refuse('bulk', `Two queries of WITH are named ${name}; rename one.`, part.token);
    if (name !== null) found.set(name, part);
  }
  return found;
}

function columnsOfCte(cte: Group): string[] {
  if (nameOfCte(cte) === null) return [];
  // At most `(a, b) AS NOT MATERIALIZED (…)`.
  const before = cte.parent?.parts.slice(Math.max(cte.at - 4, 0), cte.at) ?? [];
  const list = before.findLast((part) => isGroup(part) || wordOf(part) === ',');
  const isList = isGroup(list) && list.name !== '' && !list.parts.some(isGroup) && nameOfCte(list) === null;
  return isList ? list.parts.filter((part) => isName(part)).map((part) => nameOf(part)) : [];
}

const isAliased = (list: readonly Part[]): boolean => wordOf(list.at(-2)) === 'as' && !isGroup(list.at(-1));

function nameOfItem(list: readonly Part[]): string {
  const last = list.at(-1);
  if (isGroup(last)) return last.name;
  const before = wordOf(list.at(-2));
  const named = before === '::' ? list.find(isName) : last;
  return named !== undefined && isName(named) && before !== '||' && before !== '+' ? nameOf(named) : '';
}

const startOf = (part: Part | undefined): number => (isGroup(part) ? part.token?.start : part?.start) ?? 0;

function endOf(part: Part | undefined): number {
  return isGroup(part) ? Math.max(startOf(part) + 1, ...part.parts.map(endOf)) : (part?.end ?? Infinity);
}
