import type { Id } from '@assay/contracts';
import { toJsonb, type Database } from '@assay/persistence';
import type { SpokenLine } from '../narration/tts-schema.js';

export interface FindingOwner {
  task: Id;
  claim: Id;
  run: Id;
  /** Ordinal, from 1. */
  candidate: number;
  /** Null for narrations. */
  evaluator: string | null;
  /** Null for evaluations. */
  chunk: number | null;
}

export interface FoundToolCall {
  iteration: number;
  name: string;
  arguments: unknown;
  result: unknown;
  succeeded: boolean;
}

export interface FoundEvaluation {
  model: string;
  answer: Record<string, unknown>;
  total: number;
  score: number;
  coherence: unknown;
}

export interface CoverageReport {
  /** 0–100. */
  coveragePercent: number;
  isValid: boolean;
  errors: string[];
  warnings: string[];
}

export interface Findings {
  toolCalls: FoundToolCall[];
  evaluation?: FoundEvaluation;
  coverage?: CoverageReport & { lines: SpokenLine[] };
}

const OWNED = `exists (select 1 from assay.tasks t where t.id = $1 and t.claim = $2 and t.status = 'RUNNING')`;

const statement = {
  name: 'write_story_findings',
  text: `with owned as (
       select 1 where ${OWNED}
     ), cleared as (
       delete from assay.story_tool_calls c using owned where c.task_id = $1 and c.ordinal > jsonb_array_length($7)
     ), scored as (
       insert into assay.story_scores (task_id, run_id, candidate, evaluator, model, answer, total, score, coherence)
       select $1, $3, $4, $5, e.model, e.answer, e.total, e.score, e.coherence
       from owned, jsonb_to_record($8) as e (
         model text, answer jsonb, total double precision, score double precision, coherence jsonb)
       where $8 is not null
       on conflict (task_id) do update
         set model = excluded.model, answer = excluded.answer, total = excluded.total, score = excluded.score,
             coherence = excluded.coherence
     ), covered as (
       insert into assay.story_coverage (task_id, run_id, candidate, chunk, coverage_percent, is_valid, errors,
                                         warnings, lines)
       select $1, $3, $4, $6, v."coveragePercent", v."isValid", v.errors, v.warnings, v.lines
       from owned, jsonb_to_record($9) as v (
         "coveragePercent" double precision, "isValid" boolean, errors jsonb, warnings jsonb, lines jsonb)
       where $9 is not null
       on conflict (task_id) do update
         set coverage_percent = excluded.coverage_percent, is_valid = excluded.is_valid, errors = excluded.errors,
             warnings = excluded.warnings, lines = excluded.lines
     )
     insert into assay.story_tool_calls (task_id, ordinal, run_id, candidate, evaluator, chunk, iteration, name,
                                         arguments, result, succeeded)
     select $1, c.ordinality::integer, $3, $4, $5, $6, (c.value ->> 'iteration')::integer, c.value ->> 'name',
            c.value -> 'arguments', c.value -> 'result', (c.value ->> 'succeeded')::boolean
     from owned, jsonb_array_elements($7) with ordinality c
     on conflict (task_id, ordinal) do update
       set iteration = excluded.iteration, name = excluded.name, arguments = excluded.arguments,
           result = excluded.result, succeeded = excluded.succeeded`,
};

/** Call just before a task ends. Replaces what its earlier attempts found; writes nothing if the claim was lost. */
export async function writeFindings(database: Database, owner: FindingOwner, findings: Findings): Promise<void> {
  const { task, claim, run, candidate, evaluator, chunk } = owner;
  const { toolCalls, evaluation, coverage } = findings;
  await database.query(statement, [
    task,
    claim,
    run,
    candidate,
    evaluator,
    chunk,
    toJsonb(toolCalls),
    evaluation ? toJsonb(evaluation) : null,
    coverage ? toJsonb(coverage) : null,
  ]);
}
