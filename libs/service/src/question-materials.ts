import {
  AssayError,
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
import type { CandidateVariables, ContextVariables } from '@assay/prompts';
import { dialectFacts, knownData, linkSchema, NOTHING_KNOWN, renderMSchema, type KnownData } from '@assay/sql';
import type { TaskContext, TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';

/** Shared by tasks in a process. */
export interface Materials {
  context: QuestionContext;
  variables: ContextVariables;
  schema: DatabaseSchema;
  known: KnownData;
  /** M-Schema in the database's own order. */
  schemaText: string;
}

const SHOWN_ROWS = 10;

export class QuestionMaterials {
  private readonly materials = new LRUCache<string, Promise<Materials>>({ max: 200 });

  /** @param schemaTokens larger schemas are reduced */
  constructor(
    private readonly work: TaskRuntime,
    private readonly schemaTokens: number,
  ) {}

  of(task: TaskContext<{ context: string }>): Promise<Materials> {
    const key = `${task.workspace}:${task.input.context}`;
    const known = this.materials.get(key);
    if (known) return known;
    const loading = this.load(task.workspace, task.input.context);
    this.materials.set(key, loading);
    loading.catch(() => this.materials.delete(key));
    return loading;
  }

  /** By seed, for diversity. */
  shuffledSchema({ schema, context, known }: Materials, seed: number): string {
    return renderMSchema(schema, { seed, examples: context.sendRows, known });
  }

  /** With a newer snapshot, if any. */
  async later(task: TaskContext, materials: Materials, snapshot: string | undefined): Promise<Materials> {
    const { context } = materials;
    if (snapshot === undefined || snapshot === (context.snapshot ?? context.schema)) return materials;
    const schema = this.linked(await this.work.blocks.json<DatabaseSchema>(task.workspace, snapshot), context);
    return { ...materials, schema, schemaText: schemaText(schema, context, materials.known) };
  }

  /** With first rows unless withheld. */
  async candidate(materials: Materials, candidate: CandidateView): Promise<CandidateVariables> {
    const { number, sql, execution, examination, evidenceFailures } = candidate;
    const rows = await this.rowsOf(materials, examination);
    return { number, sql, execution, rows, ...(evidenceFailures && { evidenceFailures }) };
  }

  private linked(schema: DatabaseSchema, context: QuestionContext): DatabaseSchema {
    const { evidence, foundValues, sendRows, earlier = [] } = context;
    const question = [...earlier.map((each) => each.question), context.question].join('\n');
    // Follow-ups may use the same tables.
    const goldSqls = [...context.goldSqls, ...earlier.flatMap(asGoldSql)];
    const request = { question, evidence, foundValues, goldSqls, tokenBudget: this.schemaTokens, examples: sendRows };
    return linkSchema(schema, request).schema;
  }

  private async rowsOf(materials: Materials, examination: Id | null): Promise<Cell[][] | null> {
    if (examination === null || !materials.context.sendRows) return null;
    const answer = await this.work.answers.get(examination);
    const result = (answer as Examination | null)?.result;
    return result ? result.rows.slice(0, SHOWN_ROWS) : null;
  }

  private async load(workspace: Id, hash: string): Promise<Materials> {
    const context = await this.work.blocks.json<QuestionContext>(workspace, hash);
    const schema = this.linked(await this.work.blocks.json<DatabaseSchema>(workspace, context.schema), context);
    const variables: ContextVariables = {
      question: context.question,
      ...dialectVariables(context.dialect),
      directives: context.directives,
      evidence: context.evidence,
      goldSqls: context.goldSqls,
      earlier: context.earlier ?? [],
      foundValues: context.foundValues,
      fence: context.fence,
    };
    const known = await this.knownOf(workspace, context);
    return { context, variables, schema, known, schemaText: schemaText(schema, context, known) };
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

function schemaText(schema: DatabaseSchema, { sendRows }: QuestionContext, known: KnownData): string {
  return renderMSchema(schema, { examples: sendRows, known });
}

function asGoldSql({ question, sql }: EarlierQuestion): GoldSql[] {
  return sql === null ? [] : [{ question, sql, evidence: null }];
}

function dialectVariables(dialect: Dialect): Pick<ContextVariables, 'dialectName' | 'dialectFacts'> {
  const { name, pitfalls, ...idioms } = dialectFacts(dialect);
  const sentences = Object.values(idioms).map(({ rule, example }) => `${rule} Example: ${example}`);
  return { dialectName: name, dialectFacts: [...sentences, ...pitfalls] };
}
