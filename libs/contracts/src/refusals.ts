import type { RefusalAction, RefusalStep } from './answers/problem.js';

type Steps = Readonly<Partial<Record<RefusalAction, string>>>;

const NOT_LISTED = { 'look-up': 'Check the list of existing ones. Another key may see more.' } as const;
const WAIT = { retry: 'Wait as long as the answer says, and send it again.' } as const;
const AS_JSON = {
  'edit-request': 'Send the body as JSON in UTF-8, with the header content-type: application/json.',
} as const;

/** New codes need an entry. */
export const REFUSALS = {
  ADMIN_ONLY: { 'check-key': 'Use an admin key, or ask an admin.' },
  ALREADY_CORRECTED: { 'look-up': 'The SQL of the correction is the answer. Correct it again to replace it.' },
  ALREADY_FINISHED: { 'look-up': 'It has already ended: read its result.' },
  API_KEY_NOT_FOUND: NOT_LISTED,
  ASKER_CLAIM_MISSING: {
    'check-key': 'Sign in again. If it persists, an administrator adds the claim at the identity provider.',
  },
  ASKER_REFUSED: { 'edit-question': 'Ask it yourself, again: rows are read as the person who asked.' },
  ASKER_UNKNOWN: {
    'check-key': 'Sign in, or send X-Assay-Person with a key that may act for people: rows are shown by who asks.',
  },
  ASKER_UNSAFE: { 'check-database': 'Change what is named in the database, then try again.' },
  BODY_NOT_JSON: AS_JSON,
  BODY_TOO_LARGE: { 'edit-request': 'Send less: a shorter text, or fewer of them at once.' },
  CALL_NOT_FOUND: { 'look-up': 'The record lists the calls that there are, with their ids.' },
  CANDIDATE_NOT_FOUND: { 'look-up': 'Name a candidate that the record or the ranking lists.' },
  DEAD_LETTER_NOT_FOUND: { 'look-up': 'It may have been retried already: list the remaining ones.' },
  DOCUMENT_NOT_FOUND: NOT_LISTED,
  EVALUATION_NOT_FOUND: NOT_LISTED,
  EVALUATION_RUNNING: { 'look-up': 'Follow the one that is running, or cancel it and start another.' },
  EVIDENCE_FULL: {
    'edit-request': 'Remove a note of the workspace that is not needed any more, and settle it again with remember.',
  },
  FILES_TOO_LARGE: { 'edit-request': 'Send smaller files, or remove some that are not needed any more.' },
  FILE_NOT_FOUND: NOT_LISTED,
  FILE_REFUSED: { 'edit-request': 'Correct or leave out the named file, and send the others again.' },
  FORM_BROKEN: { 'edit-request': 'Send the form whole: a part for each file, and the boundary that the header names.' },
  GOLD_SQL_NOT_FOUND: NOT_LISTED,
  HOST_NOT_SERVED: {
    'check-key': 'The operator sets ASSAY_API_KEYS; Assay is then served under any name, to callers with a key.',
  },
  IDEMPOTENCY_KEY_REUSED: { 'edit-request': 'Use a new idempotency key for a different request.' },
  INTERNAL: { retry: 'Send it again. If it fails again, report the time to the operator of Assay: the log says more.' },
  INVALID_FIELDS: { 'edit-request': 'Correct the fields that are named, and send it again.' },
  LINKS_OFF: { 'check-key': 'An admin can set `links` of the workspace.' },
  LINK_EXPIRED: { 'edit-request': 'Ask for a new link where this one came from.' },
  LINK_NOT_FOUND: { 'edit-request': 'Open the whole link, or ask for a new one.' },
  LOGOUT_TOKEN_INVALID: { 'edit-request': 'Send a logout token of the configured provider, for the client of Assay.' },
  MAY_NOT_ACT_FOR: {
    'check-key':
      'Leave out the person (X-Assay-Person), use a key with mayActFor, or set ASSAY_OIDC_ISSUER where jobs are read.',
  },
  MAY_NOT_CURATE: { 'check-key': 'Use a key that may curate, or ask a curator.' },
  NAME_TAKEN: { 'edit-request': 'Take another name.' },
  PERSON_NOT_FOUND: { 'look-up': 'The audit trail lists the ids of people who did something.' },
  NOT_THE_ASKER: { 'edit-question': 'Ask it yourself: rows are shown by who asks.' },
  NOTHING_TO_CONTINUE: {
    'look-up': 'Read the question: only SILVER and instant answers are continued, once they are there.',
    'edit-request': 'Else ask without continues.',
  },
  NOT_A_DOCUMENT: {
    'edit-request': 'Send the document itself, with the header content-type: application/json or application/yaml.',
  },
  NOT_DEAD: { 'look-up': 'It was already retried; there is nothing to do.' },
  NOT_FINISHED: { retry: 'Wait until the question has ended, and try again.' },
  NOT_FOR_OTHERS: {
    'add-evidence':
      'It stays settled here. To use the choice for other questions, describe the meaning in your own words.',
  },
  NOT_FOUND: { 'look-up': 'The documentation at /docs lists what there is; programs read /openapi.json.' },
  NOT_JSON: AS_JSON,
  NOT_MADE_OF_UPLOADS: {
    'edit-request': 'Make a workspace of uploaded files (dialect duckdb, without a url) for them.',
  },
  NOT_MULTIPART: { 'edit-request': 'Send files as multipart/form-data, each as a part with a file name.' },
  OTHER_PERSON: { 'check-key': 'Load the page again: it then shows who is signed in.' },
  NOT_PERMITTED: { 'check-key': 'GET /v1/me says what you may do. An administrator can give you another role.' },
  NO_DOCUMENT: { 'edit-request': 'Send the document as the body.' },
  NO_FILES: { 'edit-request': 'Send each file as a part of the form, with its file name.' },
  NO_GOLD_SQLS: { 'edit-request': 'Like right answers or add gold SQLs first: they are what is asked.' },
  NO_TTS_SCHEMA: {
    retry: 'If a narration was asked for, wait for the end of the evaluation.',
    'edit-request': 'Else evaluate the story again, with tts.',
  },
  NO_WINNER: {
    'look-up':
      'Read the question: while it runs, wait for its end; after FAILED and ERROR its nextSteps say what may be done.',
  },
  ORIGIN_NOT_SERVED: {
    'look-up': "Open Assay's own page, at the address where it is served.",
    'check-key': 'Programs of other sites send an API key; the operator sets ASSAY_API_KEYS.',
  },
  OVERLOADED: WAIT,
  QUESTION_NOT_FOUND: NOT_LISTED,
  QUEUE_NOT_FOUND: NOT_LISTED,
  QUOTA_EXCEEDED: {
    retry: 'Ask again after midnight UTC, when the new day’s quota begins.',
    'check-key': 'An admin may raise the quota of the workspace; the operator sets those of people (ASSAY_QUOTAS).',
  },
  RATE_LIMITED: WAIT,
  RESPONSE_FORMAT_NOT_FOUND: NOT_LISTED,
  RUN_DECIDED: { 'look-up': 'The question was decided without this task; there is nothing to do.' },
  RUN_ENDED: { 'edit-request': 'Ask for the evaluation again.' },
  SETTLED_ELSEWHERE: WAIT,
  STAGE_OVER: { 'look-up': 'The question continued without this task; there is nothing to do.' },
  STORY_EVALUATION_NOT_FOUND: NOT_LISTED,
  TOO_MANY_COMMENTS: {
    'edit-request': 'Give the right SQL instead of a further comment, or ask again in other words.',
  },
  TOO_MANY_DOCUMENTS: { 'edit-request': 'Remove documents that are not needed any more.' },
  TOO_MANY_FILES: { 'edit-request': 'Remove files that are not needed any more, or join small ones.' },
  TOO_MANY_SETTLEMENTS: { 'edit-question': 'Ask again, and say in the question what is meant.' },
  TOO_MANY_STREAMS: WAIT,
  TOO_MUCH_KNOWLEDGE: { 'edit-request': 'Remove documents that are not needed any more, or import a smaller one.' },
  UNAUTHORIZED: { 'check-key': 'Send a valid key. An operator or an admin key can create one.' },
  UNKNOWN_JOB: { 'edit-request': 'Send a job whose name the queue knows.' },
  VALIDATION_FAILED: { 'edit-request': 'Correct the fields that are named, and send it again.' },
  WINNER_FAILED: {
    'check-database': 'Check whether the database or its schema has changed since the question was asked.',
    retry: 'Then ask the question again.',
  },
  WINNER_REFUSED: { retry: 'Ask the question again: what SQL may use here has changed since.' },
  WORKSPACE_NOT_FOUND: NOT_LISTED,
} as const satisfies Record<string, Steps>;

export type RefusalCode = keyof typeof REFUSALS;

export function stepsAfterRefusal(code: RefusalCode): RefusalStep[] {
  return toSteps(REFUSALS[code]);
}

/** Steps in the order of the keys. */
export function toSteps<Action extends string>(
  messages: Readonly<Partial<Record<Action, string>>>,
): { action: Action; message: string }[] {
  return Object.entries(messages).map(([action, message]) => ({
    action: action as Action,
    message: message as string,
  }));
}
