import type { PostgresNode } from '../../postgres/postgres-parser.js';
import type { CatalogIndex } from './catalog-index.js';
import {
  NOTHING,
  child,
  closed,
  columnName,
  jsonColumns,
  joined,
  list,
  renamed,
  text,
  type Columns,
} from './postgres-columns.js';
import { ANY_ALIAS, functionSource, type Source } from './postgres-function-source.js';
import { defaultName, nameParts } from './postgres-outputs.js';

interface CteLink {
  name: string;
  columns: () => Columns;
  outer: CteLink | null;
}

interface Level {
  sources: Source[];
  outer: Level | null;
}

export interface Scope {
  ctes: CteLink | null;
  levels: Level | null;
}

export interface SelectScopes {
  ctes: Scope[];
  inner: Scope;
}

/** Sources and columns. Prefers too few columns: an unknown one is checked as a function. */
export class PostgresScopes {
  private readonly known = new WeakMap<PostgresNode, SelectScopes>();

  constructor(private readonly index: CatalogIndex | null) {}

  enter(select: PostgresNode, scope: Scope): SelectScopes {
    const known = this.known.get(select);
    if (known !== undefined) return known;
    const { ctes, last } = this.with(child(select, 'withClause'), scope);
    const isSet = select['op'] !== undefined && select['op'] !== 'SETOP_NONE';
    const level: Level | null = isSet ? scope.levels : { sources: [], outer: scope.levels };
    const scopes = { ctes, inner: { ctes: last, levels: level } };
    this.known.set(select, scopes);
    if (level === null || isSet) return scopes;
    for (const item of list(select['fromClause'])) level.sources.push(...this.sourcesOf(item, scopes.inner));
    return scopes;
  }

  /** A reference may mean any of them. */
  sources(alias: string, scope: Scope): Source[] {
    const found: Source[] = [];
    for (let level = scope.levels; level !== null; level = level.outer) {
      found.push(...level.sources.filter((source) => source.alias === alias || source.alias === ANY_ALIAS));
    }
    return found;
  }

  private with(clause: PostgresNode | undefined, scope: Scope): { ctes: Scope[]; last: CteLink | null } {
    const ctes: Scope[] = [];
    let last = scope.ctes;
    const whole: Scope = { ctes: null, levels: scope.levels };
    const recursive = clause?.['recursive'] === true;
    for (const { CommonTableExpr } of list(clause?.['ctes'])) {
      const cte = CommonTableExpr as PostgresNode;
      const own: Scope = recursive ? whole : { ctes: last, levels: scope.levels };
      let columns: Columns | null = null;
      const compute = (): Columns => {
        if (columns !== null) return columns;
        columns = NOTHING;
        columns = this.cteColumns(cte, own);
        return columns;
      };
      last = { name: String(cte['ctename']), columns: compute, outer: last };
      ctes.push(own);
    }
    whole.ctes = last;
    return { ctes, last };
  }

  private cteColumns(cte: PostgresNode, scope: Scope): Columns {
    const query = child(child(cte, 'ctequery') ?? {}, 'SelectStmt');
    if (query === undefined) return NOTHING;
    const output = renamed(this.outputOf(query, scope), { colnames: cte['aliascolnames'] });
    const search = text(child(cte, 'search_clause')?.['search_seq_column']);
    const cycle = child(cte, 'cycle_clause');
    const added = [search, text(cycle?.['cycle_mark_column']), text(cycle?.['cycle_path_column'])];
    return { ...output, names: [...output.names, ...added.filter((name) => name !== null)] };
  }

  private outputOf(select: PostgresNode, scope: Scope): Columns {
    const [values] = list(select['valuesLists']);
    if (values !== undefined) {
      return closed(list(child(values, 'List')?.['items']).map((_, place) => `column${place + 1}`));
    }
    const { inner } = this.enter(select, scope);
    const left = child(select, 'larg');
    if (left !== undefined) return this.outputOf(left, inner);
    const parts = list(select['targetList']).map((target) => this.targetOf(target['ResTarget'] as PostgresNode, inner));
    return joined(parts);
  }

  private targetOf(target: PostgresNode, scope: Scope): Columns {
    const name = text(target['name']);
    if (name !== null) return closed([name]);
    const value = child(target, 'val');
    const reference = value?.['ColumnRef'] as PostgresNode | undefined;
    const parts = nameParts(reference?.['fields']);
    if (parts.at(-1) === '*') return this.starOf(parts, scope);
    const steps = list((value?.['A_Indirection'] as PostgresNode | undefined)?.['indirection']);
    if (steps.some((step) => 'A_Star' in step)) return { ...NOTHING, ordered: false };
    return closed([defaultName(value) ?? '?column?']);
  }

  private starOf(parts: string[], scope: Scope): Columns {
    if (parts.length === 1) {
      return joined((scope.levels?.sources ?? []).filter(({ hidden }) => !hidden).map(({ columns }) => columns));
    }
    const [first, ...others] = this.sources(parts.at(-2) ?? '', scope);
    if (first === undefined || others.length > 0) return { ...NOTHING, ordered: false };
    return first.columns;
  }

  private sourcesOf(item: PostgresNode, scope: Scope): Source[] {
    const [kind, content] = Object.entries(item)[0] ?? [];
    const node = content as PostgresNode;
    const alias = child(node, 'alias');
    const visible = (columns: Columns, name: string): Source[] => [
      { alias: text(alias?.['aliasname']) ?? name, columns: renamed(columns, alias), hidden: false, scalar: false },
    ];
    switch (kind) {
      case 'RangeVar':
        return visible(this.relation(node, scope), String(node['relname']));
      case 'RangeSubselect':
        return visible(this.subquery(node, scope), '');
      case 'RangeFunction':
        return [functionSource(node, this.index)];
      case 'RangeTableSample':
        return this.sourcesOf(node['relation'] as PostgresNode, scope);
      case 'RangeTableFunc':
        return visible(
          closed(list(node['columns']).map((one) => columnName(one, 'RangeTableFuncCol', 'colname'))),
          'xmltable',
        );
      case 'JsonTable':
        return visible(closed(jsonColumns(node), false), 'json_table');
      case 'JoinExpr':
        return this.join(node, scope);
      default:
        return [];
    }
  }

  private subquery(node: PostgresNode, scope: Scope): Columns {
    const query = child(child(node, 'subquery') ?? {}, 'SelectStmt');
    return query === undefined ? NOTHING : this.outputOf(query, subqueryScope(node, scope));
  }

  private relation(node: PostgresNode, scope: Scope): Columns {
    const name = String(node['relname']);
    const schema = text(node['schemaname']);
    if (schema === null) {
      for (let link = scope.ctes; link !== null; link = link.outer) if (link.name === name) return link.columns();
    }
    if (this.index === null) return { names: [], open: true, ordered: false };
    const [first, ...others] = this.index.relations(name, schema);
    if (first === undefined) return NOTHING;
    const shared = first.columns.filter((column) => others.every(({ columns }) => columns.includes(column)));
    return { names: shared, open: false, ordered: others.length === 0 };
  }

  private join(node: PostgresNode, scope: Scope): Source[] {
    const left = this.sourcesOf(node['larg'] as PostgresNode, scope);
    const right = this.sourcesOf(node['rarg'] as PostgresNode, scope);
    const both = [...left, ...right];
    const using = child(node, 'join_using_alias');
    if (using !== undefined) {
      both.push({
        alias: String(using['aliasname']),
        columns: closed(nameParts(node['usingClause'])),
        hidden: true,
        scalar: false,
      });
    }
    const alias = child(node, 'alias');
    if (alias === undefined) return both;
    const columns = joined(both.filter(({ hidden }) => !hidden).map((source) => source.columns));
    const merges = node['usingClause'] !== undefined || node['isNatural'] === true;
    const inside = both.map((source) => ({ ...source, hidden: true }));
    const joinColumns = renamed({ ...columns, ordered: columns.ordered && !merges }, alias);
    return [...inside, { alias: String(alias['aliasname']), columns: joinColumns, hidden: false, scalar: false }];
  }
}

/** Siblings are visible only with LATERAL. */
export function subqueryScope(node: PostgresNode, scope: Scope): Scope {
  return node['lateral'] === true ? scope : { ctes: scope.ctes, levels: scope.levels?.outer ?? null };
}
