import { stepsAfterError, type Id, type StoryEvaluationView, type Usage } from '@assay/contracts';
import { prepared, type Queryable, type Stored, USAGE_COLUMNS, usageOf } from '@assay/persistence';
import type { Caller } from '@assay/contracts/requests';
import { ownerOf } from './find-story.js';

export interface StoryRow extends Stored<Omit<StoryEvaluationView, 'usage' | 'nextSteps'>>, Usage {}

const COLUMNS = `r.id, e.story_id as "storyId", r.status, e.ranking, e.choice,
            e.failed_evaluators as "failedEvaluators", r.error, r.created_at as "createdAt",
            r.finished_at as "finishedAt", u.*`;

const WITH_USAGE = `join assay.runs r on r.id = e.run_id
     cross join lateral (select ${USAGE_COLUMNS} from assay.steps s where s.run_id = r.id and s.kind = 'model') u`;

/** Cuts the page before summing usage. */
const pageOfStories = (name: string, ofOwner: string): { name: string; text: string } => ({
  name,
  text: `select ${COLUMNS}
     from (select * from assay.story_evaluations o
           where ${ofOwner} o.run_id < coalesce($1::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
           order by o.run_id desc limit $2) e ${WITH_USAGE}
     order by r.id desc`,
});
const ofAll = pageOfStories('read_stories', '');
const ofOne = pageOfStories('read_stories_of_owner', 'o.owner = $3 and');

export const readStory = prepared<[evaluation: Id, caller: Caller], StoryRow>(
  {
    name: 'read_story',
    text: `select ${COLUMNS} from assay.story_evaluations e ${WITH_USAGE}
     where e.run_id = $1 and ($2::text is null or e.owner = $2)`,
  },
  (evaluation, caller) => [evaluation, ownerOf(caller, 'seeStories')],
).first;

/** Visible evaluations before the id `before`, newest first. */
export async function readStories(
  database: Queryable,
  caller: Caller,
  before: Id | null,
  limit: number,
): Promise<StoryRow[]> {
  const owner = ownerOf(caller, 'seeStories');
  return owner === null
    ? database.query<StoryRow>(ofAll, [before, limit])
    : database.query<StoryRow>(ofOne, [before, limit, owner]);
}

export function storyView(row: StoryRow): StoryEvaluationView {
  const { id, storyId, status, ranking, choice, failedEvaluators, error } = row;
  return {
    id,
    storyId,
    status,
    ranking,
    choice,
    failedEvaluators: failedEvaluators.map(({ evaluator, label, reason }) => ({ evaluator, label, reason })),
    usage: usageOf(row),
    error,
    nextSteps: error === null ? [] : stepsAfterError(error),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
