import { RequestProblem, type RefusalCode } from '../../index.js';

/** Same for missing and out of scope. */
export function notFound(what: keyof typeof MISSING): RequestProblem {
  return new RequestProblem(404, MISSING[what], `There is no such ${what}.`);
}

const MISSING = {
  workspace: 'WORKSPACE_NOT_FOUND',
  question: 'QUESTION_NOT_FOUND',
  'gold SQL': 'GOLD_SQL_NOT_FOUND',
  evaluation: 'EVALUATION_NOT_FOUND',
  call: 'CALL_NOT_FOUND',
  candidate: 'CANDIDATE_NOT_FOUND',
  link: 'LINK_NOT_FOUND',
  'API key': 'API_KEY_NOT_FOUND',
  person: 'PERSON_NOT_FOUND',
  queue: 'QUEUE_NOT_FOUND',
  'dead letter': 'DEAD_LETTER_NOT_FOUND',
  document: 'DOCUMENT_NOT_FOUND',
  file: 'FILE_NOT_FOUND',
} as const satisfies Record<string, RefusalCode>;
