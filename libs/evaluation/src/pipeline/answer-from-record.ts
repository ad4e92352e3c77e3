import { candidatesOf } from '../answers/answer-from-pool.js';
import type { Answer } from '../answers/answer.js';
import type { AskedQuestion } from './asked-question.js';

export function answerFromRecord({ examined, error, ...asked }: AskedQuestion): Answer {
  const { id, status, level, sql, match, confidence, usage, seconds } = asked;
  const remarks = [
    ...(error === null ? [] : [error]),
    ...examined.goldFailures.map((reason) => `gold SQL does not run: ${reason}`),
  ];
  return {
    id,
    database: examined.database,
    question: examined.question,
    sql,
    match,
    confidence,
    status,
    level,
    case: asked.case,
    usage,
    seconds,
    candidates: candidatesOf(examined, null),
    remarks,
  };
}
