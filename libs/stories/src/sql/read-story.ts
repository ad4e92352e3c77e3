import type { Id, StoryEvaluationView, Usage } from '@assay/contracts';
import type { Queryable, Stored } from '@assay/persistence';
import type { Caller } from '@assay/requests';
import { ownerOf } from './find-story.js';

/** An evaluation's row with its run. */
export type StoryRow = Stored<Omit<StoryEvaluationView, 'usage'>>;

const statement = {
  name: 'read_story',
  text: `select r.id, e.story_id as "storyId", r.status, e.ranking, e.choice,
            e.failed_evaluators as "failedEvaluators", r.error, r.created_at as "createdAt",
            r.finished_at as "finishedAt"
     from assay.runs r join assay.story_evaluations e on e.run_id = r.id
     where r.id = $1 and ($2::text is null or e.owner = $2)`,
};

export async function readStory(database: Queryable, evaluation: Id, caller: Caller): Promise<StoryRow | null> {
  const [row] = await database.query<StoryRow>(statement, [evaluation, ownerOf(caller)]);
  return row ?? null;
}

/** An evaluation as it is served. */
export function storyView(row: StoryRow, usage: Usage): StoryEvaluationView {
  const { id, storyId, status, ranking, choice, failedEvaluators, error } = row;
  return {
    id,
    storyId,
    status,
    ranking,
    choice,
    failedEvaluators: failedEvaluators.map(({ evaluator, label, reason }) => ({ evaluator, label, reason })),
    usage,
    error,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
