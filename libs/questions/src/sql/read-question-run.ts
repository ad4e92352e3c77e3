import type {
  BlockHash,
  DecisionCase,
  EscalationContext,
  EscalationReason,
  GeneratorPayload,
  Id,
  JudgeBelief,
  Level,
  Settings,
  UsedDefinition,
} from '@assay/contracts';
import type { AttemptDecision } from '@assay/decision';
import { prepared, RUN_COLUMNS, type RunRow, type StageJson, type StageRow, STAGES_OF_RUN } from '@assay/persistence';

export interface QuestionRow extends RunRow {
  workspace: Id;
  question: string;
  evidence: string[];
  follows: Id | null;
  leavesOut: Id | null;
  adopted: GeneratorPayload[];
  isKnown: boolean;
  definitions: UsedDefinition[];
  requestedLevel: Level;
  settings: Settings;
  models: Record<string, string>;
  judges: JudgeBelief[];
  context: BlockHash | null;
  usesOlderSchema: boolean | null;
  wakeAt: Date | null;
  dialect: string;
  directives: string | null;
  workspaceEvidence: string[];
  schemaHash: BlockHash | null;
  profileHash: BlockHash | null;
  promptSecret: string;
  openTasks: number;
  attempts: AttemptRow[];
  stages: StageJson[];
}

export interface AttemptRow {
  ordinal: number;
  level: Level;
  reason: EscalationReason | null;
  case: DecisionCase | null;
  case_before_review: 'C' | null;
  escalation: EscalationContext | null;
  decisions: Partial<
    Pick<AttemptDecision, 'leader' | 'tests' | 'scores' | 'selection' | 'winner' | 'waves' | 'askedAgain' | 'overruled'>
  >;
  started_at: string;
  finished_at: string | null;
}

const MOST_RUNS = 100;

/** Null if absent. `closed`: stages to leave out. */
export const readQuestionRun = prepared<[id: Id, closed: readonly StageRow[]], QuestionRow>(
  {
    name: 'load_question',
    text: `select ${RUN_COLUMNS}, q.question, q.evidence, q.follows, q.leaves_out as "leavesOut", q.adopted, q.known is not null as "isKnown", q.definitions, q.requested_level as "requestedLevel", q.settings, q.models, q.judges, q.context_hash as context,
            q.schema_looked_at is not null and q.schema_hash <> w.schema_hash as "usesOlderSchema",
            r.wake_at as "wakeAt", w.dialect, w.directives, w.evidence as "workspaceEvidence",
            w.schema_hash as "schemaHash", w.profile_hash as "profileHash", w.prompt_secret as "promptSecret",
            (select coalesce(sum(s.open_tasks), 0)::integer
             from (select o.id from assay.runs o where o.finished_at is null and o.workspace_id = w.id
                   limit ${MOST_RUNS}) open
             join assay.stages s on s.run_id = open.id and s.closed_at is null) as "openTasks",
            coalesce((select json_agg(to_json(a) order by a.ordinal) from assay.attempts a where a.run_id = q.run_id),
                     '[]') as attempts,
            ${STAGES_OF_RUN} as stages
     from assay.questions q
     join assay.runs r on r.id = q.run_id
     join assay.workspaces w on w.id = q.workspace_id
     where q.run_id = $1`,
  },
  (id, closed) => [id, closed.map((stage) => stage.id)],
).first;
