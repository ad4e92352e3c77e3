import { confidenceOf } from '@assay/decision';
import { NO_MATCH } from '../comparison/compare-results.js';
import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { shareOf, voteOf } from '../selection/vote.js';
import { NO_USAGE, type Answer, type AnswerCandidates } from './answer.js';

export function answerFromPool(
  examined: ExaminedQuestion,
  chosen: ExaminedCluster | null,
  status: 'VOTE' | 'CLUSTERS',
): Answer {
  const { id, database, question, seconds } = examined;
  const share = chosen === null ? null : shareOf(resultOf(chosen, examined), examined.clusters);
  return {
    id,
    database,
    question,
    sql: chosen?.sql ?? null,
    match: chosen?.match ?? NO_MATCH,
    confidence: share === null ? null : voteConfidence(share),
    status: chosen === null ? 'FAILED' : status,
    level: null,
    case: null,
    usage: NO_USAGE,
    seconds,
    candidates: candidatesOf(examined, share),
    remarks: goldRemarks(examined),
  };
}

export function goldRemarks({ goldFailures }: ExaminedQuestion): string[] {
  return goldFailures.map((reason) => `gold SQL does not run: ${reason}`);
}

/** Confidence is fitted to shares of equal results. */
function resultOf(chosen: ExaminedCluster, { clusters, texts }: ExaminedQuestion): ExaminedCluster {
  const text = texts.find(({ sql }) => sql === chosen.sql);
  return (text === undefined ? undefined : clusters[text.cluster]) ?? chosen;
}

/** Without verdicts, comparisons or escalation. */
function voteConfidence(clusterShare: number): number {
  return confidenceOf({ clusterShare, passRate: 1, verdictMargin: 0, comparisonMargin: 0, level: 'BASIC' });
}

export function candidatesOf({ clusters, failed }: ExaminedQuestion, share: number | null): AnswerCandidates {
  const valid = clusters.reduce((sum, { systems }) => sum + systems.length, 0);
  const right = clusters.filter(({ match }) => match.ex);
  return {
    count: valid + failed.length,
    valid,
    results: clusters.length,
    share,
    vote: voteOf(clusters)?.match ?? NO_MATCH,
    oracle: right.length > 0,
    rightSystems: right.flatMap(({ systems }) => systems),
  };
}
