import { answerFromPool } from '../answers/answer-from-pool.js';
import type { Answer } from '../answers/answer.js';
import type { CandidatePool, Dataset } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { QueryRunner } from '../execution/query-runner.js';
import { eachQuestion, type EachOptions } from '../journal/each-question.js';
import type { Journal } from '../journal/journal.js';
import { examineQuestion } from '../pool/examine-question.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
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
