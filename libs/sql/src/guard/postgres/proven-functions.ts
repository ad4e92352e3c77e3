import { POSTGRES_BULK, type BulkRules } from '../bulk/bulk-rules.js';
import { checkBulk, growthOf } from '../bulk/check-bulk.js';
import type { CatalogFunction } from '../database-catalog.js';
import type { GuardOptions } from '../guard-outcome.js';
import { checkStructure, checkText } from '../text-limits.js';
import { tokenize } from '../../lexer/lexer.js';
import type { PostgresNode } from '../../postgres/postgres-parser.js';
import { wordSet } from '../../word-set.js';
import { checkTree, readOne } from './guard-postgres.js';
import { child, list } from './postgres-columns.js';
import { nameParts } from './postgres-outputs.js';

type Proven = ReadonlyMap<CatalogFunction, number>;

const DEEPEST = 8;

/** Not `SECURITY DEFINER`, `SET`, `SUPPORT`. */
const PLAIN_OPTIONS = wordSet('as language volatility strict leakproof parallel cost rows');

const OPEN_TYPE = /^(?:any|record$)/;

const ARGUMENT = { ColumnRef: { fields: [{ String: { sval: 'argument' } }] } };

/**
 * SQL functions named in the text that only compute: body, defaults and types pass the guard and name neither relations
 * nor own types, which a statement's catalog version would not cover.
 */
export async function provenFunctions(view: string, options: GuardOptions): Promise<Proven> {
  const { functions = [], builtInNames } = options.catalog ?? {};
  const written = functions.filter(({ definition, name }) => definition !== undefined && !builtInNames?.has(name));
  const proven = new Map<CatalogFunction, number>();
  const judged = new Set<CatalogFunction>();
  const follow = async (text: string, level: number): Promise<void> => {
    const words = new Set(`${text} ${text.toLowerCase()}`.match(/[\p{L}\p{N}_$]+/gu));
    for (const one of written) {
      if (judged.has(one) || !words.has(one.name)) continue;
      judged.add(one);
      const definition = one.definition ?? '';
      if (level < DEEPEST) await follow(definition, level + 1);
      const growth = await growthIn(definition, { ...options, proven });
      if (growth !== null) proven.set(one, growth);
    }
  };
  await follow(view, 1);
  return proven;
}

/** By name, for calls of the statement. */
export function withGrowth(rules: BulkRules, proven: Proven | undefined): BulkRules {
  if (proven === undefined || proven.size === 0) return rules;
  const growth = new Map<string, number>();
  for (const [{ name }, most] of proven) {
    const key = name.toLowerCase();
    growth.set(key, Math.max(most, growth.get(key) ?? 1));
  }
  return { ...rules, growth };
}

/** Null: not proven. */
async function growthIn(definition: string, options: GuardOptions): Promise<number | null> {
  try {
    const { statement, body } = await statementOf(definition);
    const { tables, catalogVersion } = await checkTree(statement, definition, options);
    // Others are WITH queries.
    const isOwn = (name: string): boolean => options.catalog?.columnStamps.has(name) ?? true;
    if (tables.length > 0 || catalogVersion === null || catalogVersion.relations.some(isOwn)) return null;
    // An argument is as large as a column.
    const { tokens } = tokenize(`SELECT (${body.replaceAll(/\$\d+/g, ' argument ')}\n)`, 'postgres');
    // Rounds are not counted.
    if (tokens.some(({ text }) => /^recursive$/i.test(text))) return null;
    return growthOf(tokens, withGrowth(POSTGRES_BULK, options.proven));
  } catch {
    return null;
  }
}

/** `SELECT NULL::<type>, <default>, (<body>)` */
async function statementOf(definition: string): Promise<{ statement: PostgresNode; body: string }> {
  const made = (await readBounded(definition))['CreateFunctionStmt'] as PostgresNode;
  const parameters = list(made['parameters']).map((one) => child(one, 'FunctionParameter') ?? {});
  const options = list(made['options']).map((one) => child(one, 'DefElem') ?? {});
  const returned = child(made, 'returnType') ?? {};
  const types = parameters.map(({ argType }) => argType as PostgresNode);
  const isPlain = options.every(({ defname }) => PLAIN_OPTIONS.has(String(defname)));
  if (!isPlain || types.some((type) => OPEN_TYPE.test(typeName(type)))) throw new TypeError('not judged by itself');
  if (typeName(returned) !== 'record') types.push(returned);
  const written = sourcesIn(options);
  const values = [
    ...types.map((type) => ({ TypeCast: { arg: { A_Const: { isnull: true } }, typeName: type } })),
    ...parameters.flatMap(({ defexpr }) => defexpr ?? []),
    withoutArguments(await bodyOf(made, written)),
  ];
  const statement = { SelectStmt: { targetList: values.map((val) => ({ ResTarget: { val } })) } };
  return { statement, body: written[0] ?? definition.replace(/^[^]*?\b(?:return|atomic)\b/i, '') };
}

function sourcesIn(options: readonly PostgresNode[]): string[] {
  const source = options.find(({ defname }) => defname === 'as');
  return nameParts(child(child(source ?? {}, 'arg') ?? {}, 'List')?.['items']);
}

async function bodyOf(made: PostgresNode, written: readonly string[]): Promise<unknown> {
  const atomic = child(made, 'sql_body') ?? {};
  if ('ReturnStmt' in atomic) return child(child(atomic, 'ReturnStmt') ?? {}, 'returnval');
  const statements = list(child(list(child(atomic, 'List')?.['items'])[0] ?? {}, 'List')?.['items']);
  if (written.length + statements.length !== 1) throw new TypeError('not one statement');
  const subselect = statements[0] ?? (await readBounded(written[0] ?? ''));
  return { SubLink: { subLinkType: 'EXPR_SUBLINK', subselect } };
}

/** Callers may be in an aggregate. */
async function readBounded(text: string): Promise<PostgresNode> {
  checkText(text);
  const lexed = tokenize(`SELECT array_agg((${text}\n))`, 'postgres');
  checkStructure(lexed);
  checkBulk(lexed.tokens, POSTGRES_BULK);
  return (await readOne(text))['stmt'] as PostgresNode;
}

/** In `f.x.name`, `x` may be an argument, and `name` a call. */
function withoutArguments(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, node: unknown) => {
    const { ParamRef, ColumnRef } = (node ?? {}) as { ParamRef?: unknown; ColumnRef?: { fields: unknown[] } };
    if ((ColumnRef?.fields.length ?? 0) > 2) throw new TypeError('may be a call');
    return ParamRef === undefined ? node : ARGUMENT;
  });
}

function typeName(type: PostgresNode): string {
  const [schema, ...rest] = nameParts(type['names']);
  return schema === 'pg_catalog' ? rest.join('.') : [schema, ...rest].join('.');
}
