import { answerFromPool } from '../answers/answer-from-pool.js';
import type { Answer } from '../answers/answer.js';
import type { CandidatePool, Dataset } from '../dataset/dataset.js';
import { EvaluationProblem } from '../evaluation-problem.js';
import type { QueryRunner } from '../execution/query-runner.js';
import { eachQuestion, type EachOptions } from '../journal/each-question.js';
import type { Journal } from '../journal/journal.js';
import { examineQuestion } from '../pool/examine-question.js';
import type { BehaviourProbe } from '../pool/behaviour-probe.js';
import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { textsByBehaviour } from '../selection/by-behaviour.js';
import { chooseCluster } from '../selection/choose-cluster.js';
import { CLUSTER_SIGNALS } from '../selection/cluster-signals.js';
import { chooseHeldOut } from '../selection/held-out-clusters.js';
import { systemSkill } from '../selection/system-skill.js';
import { voteOf } from '../selection/vote.js';
import type { ClusterWeights } from '../selection/fit-clusters.js';

/**
 * 30 systems on spider-dev, nine databases: `npm run bench signals -- <out of assay eval spider-dev --candidates …
 * --judge none>`.
 */
const CLUSTER_WEIGHTS: ClusterWeights = {
  votes: 1.199,
  swappedColumns: -1.383,
  skill: 0.089,
  otherColumnOrder: 2.228,
  empty: -0.876,
};

export interface ExamineOptions extends EachOptions {
  /** Null: compare results only. */
  probe: BehaviourProbe | null;
}

export async function examinePool(
  dataset: Dataset,
  pool: CandidatePool,
  runner: QueryRunner,
  journal: Journal<ExaminedQuestion>,
  options: ExamineOptions,
): Promise<ExaminedQuestion[]> {
  const databases = new Map(dataset.databases.map((database) => [database.id, database]));
  return eachQuestion(
    dataset.questions,
    journal,
    async (question) => {
      const database = databases.get(question.database);
      if (database === undefined) throw new EvaluationProblem(`there is no database ${question.database}`);
      const examined = await examineQuestion(runner, database, question, pool.get(question.id) ?? []);
      const behaviours = (await options.probe?.examine(examined, question)) ?? [];
      return { ...examined, behaviours };
    },
    options,
  );
}

export function answersByVote(examined: readonly ExaminedQuestion[]): Answer[] {
  return examined.map((question) => answerFromPool(question, voteOf(question.clusters), 'VOTE'));
}

/**
 * `--judge clusters`: votes, behaviour, results and systems, with weights and skills of the other databases. A single
 * database uses stored weights and agreement.
 */
export function answersByClusters(examined: readonly ExaminedQuestion[], seed = 0): Answer[] {
  const chosen = chooseClusters(examined.map((question) => behaviourView(question, seed)));
  return examined.map((question) => answerFromPool(question, chosen.get(question.id) ?? null, 'CLUSTERS'));
}

function behaviourView(question: ExaminedQuestion, seed: number): ExaminedQuestion {
  const behaviour = question.behaviours[seed];
  return behaviour === undefined
    ? question
    : { ...question, clusters: textsByBehaviour(question, behaviour, 'typical') };
}

function chooseClusters(examined: readonly ExaminedQuestion[]): Map<string, ExaminedCluster | null> {
  const isAlone = new Set(examined.map(({ database }) => database)).size < 2;
  if (!isAlone) return chooseHeldOut(examined, CLUSTER_SIGNALS);
  const skill = systemSkill(examined);
  return new Map(examined.map((question) => [question.id, chooseCluster(question, skill, CLUSTER_WEIGHTS)]));
}
