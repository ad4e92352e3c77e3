import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

type Finding = Record<string, unknown>;

const evaluationsStatement = {
  name: 'read_story_scores',
  text: `select s.task_id as task, s.evaluator, c.label, s.model, s.total, s.score, s.answer, s.coherence,
            s.created_at as at
     from assay.story_scores s join assay.story_candidates c on c.run_id = s.run_id and c.ordinal = s.candidate
     where s.run_id = $1 order by s.candidate, s.created_at, s.task_id`,
};

const toolCallsStatement = {
  name: 'read_story_tool_calls',
  text: `select t.task_id as task, t.ordinal, t.evaluator, c.label, t.chunk, t.iteration, t.name, t.arguments, t.result,
            t.succeeded
     from assay.story_tool_calls t join assay.story_candidates c on c.run_id = t.run_id and c.ordinal = t.candidate
     where t.run_id = $1 order by t.task_id, t.ordinal`,
};

const coverageStatement = {
  name: 'read_story_coverage',
  text: `select v.task_id as task, c.label, v.chunk, v.coverage_percent as "coveragePercent", v.is_valid as "isValid",
            v.errors, v.warnings, v.created_at as at
     from assay.story_coverage v join assay.story_candidates c on c.run_id = v.run_id and c.ordinal = v.candidate
     where v.run_id = $1 order by v.candidate, v.chunk`,
};

export interface StoryFindings {
  evaluations: Finding[];
  toolCalls: Finding[];
  coverage: Finding[];
}

export async function readFindings(database: Queryable, run: Id): Promise<StoryFindings> {
  const [evaluations, toolCalls, coverage] = await Promise.all(
    [evaluationsStatement, toolCallsStatement, coverageStatement].map((statement) =>
      database.query<Finding>(statement, [run]),
    ),
  );
  return { evaluations: evaluations ?? [], toolCalls: toolCalls ?? [], coverage: coverage ?? [] };
}
