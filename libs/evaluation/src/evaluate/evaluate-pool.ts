import { answerFromPool } from '../answers/answer-from-pool.js';
import type { Answer } from '../answers/answer.js';
import type { CandidatePool, Dataset } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { QueryRunner } from '../execution/query-runner.js';
import { eachQuestion, type EachOptions } from '../journal/each-question.js';
import type { Journal } from '../journal/journal.js';
import { examineQuestion } from '../pool/examine-question.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { chooseCluster } from '../selection/choose-cluster.js';
import { KEPT_SIGNALS } from '../selection/cluster-signals.js';
import { CLUSTER_WEIGHTS } from '../selection/cluster-weights.js';
import { chooseHeldOut } from '../selection/held-out-clusters.js';
import { systemSkill } from '../selection/system-skill.js';
import { voteOf } from '../selection/vote.js';

/** Executes every candidate of a pool, and its questions' golds. */
export async function examinePool(
  dataset: Dataset,
  pool: CandidatePool,
  runner: QueryRunner,
  journal: Journal<ExaminedQuestion>,
  options: EachOptions,
): Promise<ExaminedQuestion[]> {
  const databases = new Map(dataset.databases.map((database) => [database.id, database]));
  return eachQuestion(
    dataset.questions,
    journal,
    async (question) => {
      const database = databases.get(question.database);
      if (database === undefined) throw new EvaluationProblem(`there is no database ${question.database}`);
      return examineQuestion(runner, database, question, pool.get(question.id) ?? []);
    },
    options,
  );
}

/** `--judge none`: each question is answered by the vote. */
export function answersByVote(examined: readonly ExaminedQuestion[]): Answer[] {
  return examined.map((question) => answerFromPool(question, voteOf(question.clusters), 'VOTE'));
}

/**
 * `--judge clusters`: each question is answered by what votes, results and systems tell. Weights and skills come from
 * the other databases of the data set, never from the question's own; with a single database the weights are those
 * that the repository carries, and the skills come from agreement alone.
 */
export function answersByClusters(examined: readonly ExaminedQuestion[]): Answer[] {
  const isAlone = new Set(examined.map(({ database }) => database)).size < 2;
  const skill = isAlone ? systemSkill(examined) : null;
  const heldOut = skill === null ? chooseHeldOut(examined, KEPT_SIGNALS) : null;
  return examined.map((question) => {
    const chosen =
      skill === null ? (heldOut?.get(question.id) ?? null) : chooseCluster(question, skill, CLUSTER_WEIGHTS);
    return answerFromPool(question, chosen, 'CLUSTERS');
  });
}
