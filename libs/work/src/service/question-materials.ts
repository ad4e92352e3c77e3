import {
  derivedSeed,
  AssayError,
  estimateTokens,
  type AttemptInput,
  type CandidateView,
  type Cell,
  type DatabaseSchema,
  type Dialect,
  type EarlierQuestion,
  type Examination,
  type GoldSql,
  type Id,
  type QuestionContext,
  type StoredProfile,
} from '@assay/contracts';
import type { CandidateVariables, ContextVariables } from '@assay/llm/prompts';
import {
  dialectFacts,
  knownData,
  linkSchema,
  namesIn,
  NOTHING_KNOWN,
  qualifiedName,
  renderMSchema,
  usedTables,
  type KnownData,
} from '@assay/sql';
import type { TaskContext, TaskRuntime } from '../index.js';
import { LRUCache } from 'lru-cache';

/** Shared by tasks in a process: do not modify. */
export interface Materials {
  context: QuestionContext;
  variables: ContextVariables;
  /** The tables that the question's prompts show. */
  schema: DatabaseSchema;
  /** All tables. */
  whole: DatabaseSchema;
  /** Names of relevant tables that are not shown. */
  others: readonly string[];
  known: KnownData;
  /** M-Schema in the database's own order. */
  schemaText: string;
  /** Tokens that the schema may take. */
  budget: number;
}

const SHOWN_ROWS = 10;
/** Fixed orders of a workspace's schema: each costs a prefix in the provider's cache. */
const SCHEMA_ORDERS = 3;
/** Up to this size judges get the shared schema; above it, the tables of the judged SQLs. */
const SHARED_SCHEMA_TOKENS = 4000;

/** What prompts show of a question, loaded once per attempt. */
export class QuestionMaterials {
  private readonly materials = new LRUCache<string, Promise<Materials>>({ max: 200 });

  /** @param mostTokens limit of the schema budget, from the model's context */
  constructor(
    private readonly work: TaskRuntime,
    private readonly mostTokens: number,
  ) {}

  of(task: TaskContext<Pick<AttemptInput, 'context' | 'attempt'>>): Promise<Materials> {
    const key = `${task.workspace}:${task.input.context}:${task.input.attempt}`;
    const known = this.materials.get(key);
    if (known) return known;
    const loading = this.load(task.workspace, task.input);
    this.materials.set(key, loading);
    loading.catch(() => this.materials.delete(key));
    return loading;
  }

  /** In one of a few orders, which providers can cache, or in the order of the task's seed. */
  schemaForGenerator(
    { ordinal, payload }: Pick<TaskContext<unknown, { seed: number }>, 'ordinal' | 'payload'>,
    { schema, others, context, known }: Materials,
  ): string {
    const fixed = derivedSeed(0, 'schema', ordinal % SCHEMA_ORDERS);
    const seed = context.schemaOrder === 'fixed' ? fixed : payload.seed;
    return renderMSchema(schema, { seed, examples: context.sendRows, known, others });
  }

  /** The shown schema if small (cached, it costs less) or if no table is recognised; else the tables of these SQLs. */
  schemaForJudges({ context, whole, known, schemaText }: Materials, sqls: readonly string[]): string {
    if (estimateTokens(schemaText) <= SHARED_SCHEMA_TOKENS) return schemaText;
    const used = sqls.flatMap((sql) => usedTables(whole, sql, context.dialect).tables);
    if (used.length === 0) return schemaText;
    const tables = whole.tables.filter((table) => used.includes(table));
    return renderMSchema({ ...whole, tables }, { examples: context.sendRows, known });
  }

  /** Adds the tables of a SQL that prompts omit or abridge. */
  widened(materials: Materials, sql: string): Materials {
    const { whole, schema, context } = materials;
    const named = new Set(usedTables(whole, sql, context.dialect).tables);
    const missing = [...named].filter((table) => !schema.tables.includes(table));
    if (missing.length === 0) return materials;
    const replaced = new Set(missing.map(qualifiedName));
    const kept = schema.tables.filter((table) => !replaced.has(qualifiedName(table)));
    const names = new Set(missing.map(namesIn(whole)));
    const others = materials.others.filter((name) => !names.has(name));
    return { ...materials, schema: { ...schema, tables: [...kept, ...missing] }, others };
  }

  /** For a trial that saw a later snapshot of the schema. */
  async later(task: TaskContext, materials: Materials, snapshot: string | undefined): Promise<Materials> {
    const { context } = materials;
    if (snapshot === undefined || snapshot === (context.snapshot ?? context.schema)) return materials;
    const whole = await this.work.blocks.json<DatabaseSchema>(task.workspace, snapshot);
    return this.shown({ ...materials, whole });
  }

  /** A candidate for prompts, with its first rows unless withheld. */
  async candidate(materials: Materials, candidate: CandidateView): Promise<CandidateVariables> {
    const { number, sql, execution, examination, evidenceFailures } = candidate;
    const rows = await this.rowsOf(materials, examination);
    return { number, sql, execution, rows, ...(evidenceFailures && { evidenceFailures }) };
  }

  private shown(materials: Omit<Materials, 'schema' | 'others' | 'schemaText'>): Materials {
    const { context, whole, known, budget } = materials;
    const { evidence, foundValues, sendRows, earlier = [] } = context;
    const question = [...earlier.map((each) => each.question), context.question].join('\n');
    // Follow-ups may use the same tables.
    const goldSqls = [...context.goldSqls, ...earlier.flatMap(asGoldSql)];
    const request = { question, evidence, foundValues, goldSqls, tokenBudget: budget, examples: sendRows, known };
    const { schema, others } = linkSchema(whole, request);
    return { ...materials, schema, others, schemaText: renderMSchema(schema, { examples: sendRows, known, others }) };
  }

  private async rowsOf(materials: Materials, examination: Id | null): Promise<Cell[][] | null> {
    if (examination === null || !materials.context.sendRows) return null;
    const answer = await this.work.answers.get(examination);
    const result = (answer as Examination | null)?.result;
    return result ? result.rows.slice(0, SHOWN_ROWS) : null;
  }

  private async load(
    workspace: Id,
    { context: hash, attempt }: Pick<AttemptInput, 'context' | 'attempt'>,
  ): Promise<Materials> {
    const context = await this.work.blocks.json<QuestionContext>(workspace, hash);
    const whole = await this.work.blocks.json<DatabaseSchema>(workspace, context.schema);
    const variables: ContextVariables = {
      question: context.question,
      ...dialectVariables(context.dialect),
      directives: context.directives,
      evidence: context.evidence,
      goldSqls: context.goldSqls,
      earlier: context.earlier ?? [],
      foundValues: context.foundValues,
      fence: context.fence,
      stableFence: context.stableFence ?? context.fence,
    };
    const known = await this.knownOf(workspace, context);
    const wanted = context.schemaTokens === undefined ? Infinity : context.schemaTokens * 2 ** (attempt - 1);
    return this.shown({ context, variables, whole, known, budget: Math.min(this.mostTokens, wanted) });
  }

  /** An erased profile is no reason to fail. */
  private async knownOf(workspace: Id, { profile }: QuestionContext): Promise<KnownData> {
    if (profile === undefined) return NOTHING_KNOWN;
    const stored = await this.work.blocks.json<StoredProfile>(workspace, profile).catch((error: unknown) => {
      if (error instanceof AssayError && error.code === 'BLOCK_MISSING') return null;
      throw error;
    });
    return stored === null ? NOTHING_KNOWN : knownData(stored.profile);
  }
}

function asGoldSql({ question, sql }: EarlierQuestion): GoldSql[] {
  return sql === null ? [] : [{ question, sql, evidence: null }];
}

function dialectVariables(dialect: Dialect): Pick<ContextVariables, 'dialectName' | 'dialectFacts'> {
  const { name, pitfalls, ...idioms } = dialectFacts(dialect);
  const sentences = Object.values(idioms).map(({ rule, example }) => `${rule} Example: ${example}`);
  return { dialectName: name, dialectFacts: [...sentences, ...pitfalls] };
}
