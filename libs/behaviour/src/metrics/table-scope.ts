import type { DatabaseSchema, TableSchema } from '@assay/contracts';
import {
  type CommonTable,
  type QueryBlock,
  quoteIdentifier,
  type Range,
  type Source,
  type StatementText,
} from '@assay/sql';
import { aggregateCalls } from './aggregate-calls.js';

export interface TableScope {
  alias: string;
  /** SQL names by lower-case column; accessible ones only. */
  columns: ReadonlyMap<string, string>;
}

export interface SeenTable {
  scopes: TableScope[];
  /** The table may be read, but not named. */
  isHidden: boolean;
}

export class TableFinder {
  private readonly views: ReadonlySet<string>;

  constructor(
    private readonly text: StatementText,
    private readonly table: TableSchema,
    private readonly schema: DatabaseSchema,
  ) {
    this.views = new Set(schema.tables.filter(({ kind }) => kind === 'view').map(({ name }) => name.toLowerCase()));
  }

  seenBy(block: QueryBlock): SeenTable {
    const seen: SeenTable = { scopes: [], isHidden: false };
    for (const source of block.sources) {
      const scope = this.scopeOf(source, block.tables);
      if (scope === 'hidden') seen.isHidden = true;
      else if (scope !== null) seen.scopes.push(scope);
    }
    return seen;
  }

  private scopeOf(source: Source, tables: readonly CommonTable[]): TableScope | 'hidden' | null {
    if (source.kind === 'opaque') return this.reads(source.range, tables) ? 'hidden' : null;
    if (source.kind === 'derived') return this.exposed(source, source.written, tables);
    const common = source.schema === null ? tables.findLast(({ name }) => name === source.name) : undefined;
    if (common !== undefined) return this.exposed(common, source.written, tables);
    if (this.names(source)) return source.renames ? 'hidden' : { alias: source.written, columns: this.ownColumns() };
    return this.views.has(source.name) ? 'hidden' : null;
  }

  private names({ schema, name }: { schema: string | null; name: string }): boolean {
    return name === this.table.name.toLowerCase() && (schema === null || schema === this.table.schema?.toLowerCase());
  }

  private ownColumns(): Map<string, string> {
    const { dialect } = this.schema;
    return new Map(this.table.columns.map(({ name }) => [name.toLowerCase(), quoteIdentifier(name, dialect)]));
  }

  private exposed(
    { blocks, range, renames }: Pick<CommonTable, 'blocks' | 'range' | 'renames'>,
    alias: string,
    tables: readonly CommonTable[],
  ): TableScope | 'hidden' | null {
    if (!this.reads(range, tables)) return null;
    const [block, ...others] = blocks;
    if (block === undefined || others.length > 0 || renames || alias === '' || !this.passesThrough(block))
      return 'hidden';
    const { scopes, isHidden } = this.seenBy(block);
    const [scope] = scopes;
    if (scope === undefined || scopes.length > 1 || isHidden) return 'hidden';
    const columns = new Map<string, string>();
    for (const { from, to } of this.text.parts(block.items.from, block.items.to)) {
      for (const [name, written] of this.passedThrough(from, to, block, scope)) columns.set(name, written);
    }
    return { alias, columns };
  }

  private passesThrough(block: QueryBlock): boolean {
    const { isOperand, isDistinct, isGrouped, isCut, range } = block;
    return !(isOperand || isDistinct || isGrouped || isCut) && aggregateCalls(this.text, range).length === 0;
  }

  private *passedThrough(from: number, to: number, block: QueryBlock, scope: TableScope): Generator<[string, string]> {
    const { text } = this;
    const own = text.name(from) === nameIn(scope.alias) && text.word(from + 1) === '.';
    if (text.word(from) === '*' || (own && text.word(from + 2) === '*')) {
      yield* scope.columns;
      return;
    }
    const at = own ? from + 2 : from;
    const [column] = [...scope.columns].find(([, written]) => nameIn(written) === text.name(at)) ?? [];
    const isLone = text.word(at + 1) !== '.' && text.word(at + 1) !== '(';
    if (column === undefined || !isLone || (!own && !this.isOnlyThere(column, block))) return;
    const named = text.word(at + 1) === 'as' ? at + 2 : at + 1;
    if (named >= to) yield [column, text.text(at, at + 1)];
    else if (named === to - 1 && text.name(named) !== null) yield [column, text.text(named, to)];
  }

  private isOnlyThere(column: string, { sources }: QueryBlock): boolean {
    return sources.every((source) => {
      if (source.kind !== 'named') return sources.length === 1;
      if (this.names(source)) return true;
      const other = this.schema.tables.find(({ name }) => name.toLowerCase() === source.name);
      return sources.length === 1 || (other?.columns.every(({ name }) => name.toLowerCase() !== column) ?? false);
    });
  }

  private reads({ from, to }: Range, tables: readonly CommonTable[]): boolean {
    for (let place = from; place < to; place += 1) {
      const name = this.text.name(place);
      if (name === null) continue;
      if (name === this.table.name.toLowerCase() || this.views.has(name)) return true;
      const common = tables.findLast((each) => each.name === name);
      if (common !== undefined && common.range.to <= from && this.reads(common.range, tables)) return true;
    }
    return false;
  }
}

function nameIn(written: string): string {
  return written.replace(/^["`[]|["`\]]$/g, '').toLowerCase();
}
