import type { ErrorNote, Id, StoryEvaluationStatus, StoryEvaluationView, StoryRank } from '@assay/contracts';
import type { Queryable, RunUsage } from '@assay/persistence';
import type { Caller } from '@assay/requests';
import type { FailedEvaluator } from '../pipeline/story-command.js';
import { ownerOf } from './find-story.js';

/** An evaluation's row with its run. */
export interface StoryRow {
  id: Id;
  storyId: string;
  status: StoryEvaluationStatus;
  ranking: StoryRank[];
  choice: string | null;
  failedEvaluators: FailedEvaluator[];
  error: ErrorNote | null;
  createdAt: Date;
  finishedAt: Date | null;
}

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
export function storyView(row: StoryRow, usage: RunUsage): StoryEvaluationView {
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
