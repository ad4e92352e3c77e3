import {
  PermanentError,
  displayType,
  type DatabaseRequest,
  type GeneratorInput,
  type ResultTable,
} from '@assay/contracts';
import { ToolArgumentError, type AgentTool, type JsonSchema } from '@assay/llm';
import type { Materials } from '@assay/work/service';
import { nearestNames, writtenName } from '@assay/sql';
import { hashOf, type DatabaseCalls, type DatabaseReply, type TaskContext } from '@assay/work';
import { SAME_CALL_LIMIT, SHAPED_ROWS, TOOL_BYTES, TOOL_ROWS } from '../generator.config.js';
import { withheldError } from '../withheld/withheld-error.js';
import { shapeOfQuery, shapeOfTable, type ResultShape } from './result-shape.js';

const table = {
  type: 'string',
  minLength: 1,
  description: 'Name of a table or view, with its schema where there are several.',
};
const rows = { type: 'integer', minimum: 1, maximum: TOOL_ROWS };
const value = { type: 'string', minLength: 1, maxLength: 200, description: 'The value, or how it begins.' };
const sql = { type: 'string', minLength: 1, description: 'One statement that reads.' };

const TABLE_FAULTS: ReadonlySet<string> = new Set(['TABLE_REFUSED', 'TABLE_UNREADABLE']);

/** Replaces database messages, which may hold values, where values are withheld. */
const UNREADABLE = 'The rows of this table cannot be read.';

/**
 * Through db-sampler, as journaled steps; equal requests of a question are answered once. Withholding rows shows only
 * their shape, and turns value lookup off.
 */
export class DatabaseTools {
  constructor(
    private readonly databaseCalls: DatabaseCalls,
    private readonly context: TaskContext<GeneratorInput>,
    private readonly materials: Materials,
  ) {}

  tools(): AgentTool[] {
    const shown = this.sendRows ? '' : ' Values are withheld: you get types and counts.';
    const tools: AgentTool[] = [
      {
        name: 'describe_table',
        description: 'Columns, types, keys and comments of one table, also of one that the schema above leaves out.',
        parameters: parametersOf({ table }),
        execute: (given) => this.describe(String(given['table'])),
      },
      {
        name: 'sample_rows',
        description: `The first rows of one table.${shown}`,
        parameters: parametersOf({ table, rows }, ['table']),
        execute: (given) => this.sample(String(given['table']), Number(given['rows'] ?? TOOL_ROWS)),
      },
      {
        name: 'find_values',
        description: `Which text columns hold a value like this one, and how it is spelt there.${shown}`,
        parameters: parametersOf({ value }),
        execute: (given) => this.find(String(given['value'])),
      },
      {
        name: 'run_query',
        description: `Runs one SELECT, read-only, and returns its first rows (at most ${TOOL_ROWS}).${shown}`,
        parameters: parametersOf({ sql }),
        execute: (given) => this.query(String(given['sql'])),
      },
    ];
    return tools.map((tool) => ({ ...tool, sameArgumentsLimit: SAME_CALL_LIMIT }));
  }

  private async describe(name: string): Promise<object> {
    const { answer } = await this.ask<'describe'>({ kind: 'describe', table: name, limits: this.limits(TOOL_ROWS) });
    if (answer.table === null) throw this.unknownTable(name);
    const { columns, ...about } = answer.table;
    const shownColumns = columns.map(({ examples, type, ...column }) =>
      this.sendRows ? { ...column, type, examples } : { ...column, type: displayType(type, false) },
    );
    return { ...about, columns: shownColumns };
  }

  private async sample(name: string, count: number): Promise<object> {
    const limits = this.limits(this.sendRows ? Math.min(count, TOOL_ROWS) : SHAPED_ROWS);
    try {
      const { answer } = await this.ask<'sample'>({ kind: 'sample', table: name, limits });
      return this.shown(answer.result, shapeOfTable);
    } catch (error) {
      if (!(error instanceof PermanentError)) throw error;
      if (error.code === 'TABLE_UNKNOWN') throw this.unknownTable(name);
      if (!TABLE_FAULTS.has(error.code)) throw error;
      return { error: this.sendRows || error.code === 'TABLE_REFUSED' ? error.message : UNREADABLE };
    }
  }

  private async find(text: string): Promise<object> {
    if (!this.sendRows) return { withheld: 'The values of this database are withheld: nothing is looked up.' };
    const request = { kind: 'find-values' as const, values: [text], limits: this.limits(TOOL_ROWS) };
    const { answer } = await this.ask<'find-values'>(request);
    return { found: answer.found.map(({ table: where, column, stored }) => ({ table: where, column, stored })) };
  }

  private async query(statement: string): Promise<object> {
    const limits = this.limits(this.sendRows ? TOOL_ROWS : SHAPED_ROWS);
    const request = { kind: 'rows' as const, sql: statement, limits, offset: 0, limit: limits.maxRows };
    const { answer } = await this.ask<'rows'>(request);
    if ('refusal' in answer) return { refused: answer.refusal };
    const { schema, context } = this.materials;
    if ('result' in answer) return this.shown(answer.result, (result) => shapeOfQuery(result, context.dialect));
    const { message, hint, position } = this.sendRows
      ? answer.error
      : withheldError(answer.error, { sql: statement, schema });
    return { error: message, ...(hint === null ? {} : { hint }), ...(position === null ? {} : { position }) };
  }

  private ask<Kind extends DatabaseRequest['kind']>(
    request: DatabaseRequest & { kind: Kind },
  ): Promise<DatabaseReply<Kind>> {
    const key = `tool ${this.context.run?.id ?? ''} ${hashOf(JSON.stringify(request))}`;
    return this.databaseCalls.askInTask<Kind>(this.context, request, key);
  }

  private limits(maxRows: number): { statementTimeoutMs: number; maxRows: number; maxBytes: number } {
    const { statementTimeoutMs, maxRows: most } = this.context.input.statement;
    return { statementTimeoutMs, maxRows: Math.min(maxRows, most), maxBytes: TOOL_BYTES };
  }

  private shown(
    result: ResultTable,
    shapeOf: (result: ResultTable) => ResultShape,
  ): Omit<ResultTable, 'elapsedMs'> | ResultShape {
    if (!this.sendRows) return shapeOf(result);
    // durations would make a repeated run differ
    const { elapsedMs: _elapsed, ...shown } = result;
    return shown;
  }

  private unknownTable(name: string): ToolArgumentError {
    const { schema } = this.materials;
    const near = nearestNames(schema, name, { kind: 'table' }).map((found) => writtenName(found.name, schema.dialect));
    const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
    return new ToolArgumentError(`"table": the database has no table ${JSON.stringify(name)}.${hint}`);
  }

  private get sendRows(): boolean {
    return this.materials.context.sendRows;
  }
}

function parametersOf(properties: Record<string, object>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}
