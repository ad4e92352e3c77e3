import type { QuestionView } from './question.js';

/** A corrected answer without the verdict on the SQL that was replaced; others as they are. */
export function withoutReplaced<Answer extends QuestionView>(answer: Answer): Answer {
  if (answer.correctedSql === undefined) return answer;
  const { silver: _silver, reason: _reason, ...kept } = answer;
  const nothing = { confidence: null, contested: null, mostLikely: null, summary: null };
  return { ...kept, ...nothing, refusals: [], nextSteps: [], readings: [], openPoints: [] } as unknown as Answer;
}
