import type { Id } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';
import type { FinishStory } from '../pipeline/story-command.js';

const statement = {
  name: 'finish_story',
  text: 'update assay.story_evaluations set ranking = $2, choice = $3, failed_evaluators = $4 where run_id = $1',
};

export async function finishEvaluation(connection: Queryable, run: Id, finish: FinishStory): Promise<void> {
  const { ranking, choice, failedEvaluators } = finish;
  await connection.query(statement, [run, toJsonb(ranking), choice, toJsonb(failedEvaluators)]);
}
