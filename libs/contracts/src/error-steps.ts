import type { NextAction, NextStep } from './answers/question.js';
import type { ErrorNote } from './errors.js';
import { toSteps } from './refusals.js';

type Steps = Readonly<Partial<Record<NextAction, string>>>;

/** Before each name in the errors of a role that reaches beyond its tables: forms offer to accept these. */
export const REACHES = 'connects as a role that may use ';

const ANOTHER_TRY = 'Ask again: another attempt may succeed.';
const THEN_AGAIN = 'Then try again.';

function checkModel(text: string, retry = THEN_AGAIN): Steps {
  return { 'check-model': text, retry };
}

function checkDatabase(text: string): Steps {
  return { 'check-database': text, retry: THEN_AGAIN };
}

/** The first match counts. */
const BY_CODE: readonly [code: RegExp, steps: Steps][] = [
  [
    /^MODEL_NOT_CONFIGURED$/,
    {
      'check-model':
        'An admin sets up a model on the page, under Models: any OpenAI-compatible endpoint, also one on this machine ' +
        '(Ollama, vLLM). Until then asking again ends in the same error.',
    },
  ],
  [
    /^MODEL_CONTEXT_EXCEEDED$/,
    {
      'check-model': 'The prompt is longer than the model takes. Take a model with a larger context.',
      'edit-question': 'Shorten the question or its evidence.',
    },
  ],
  [
    /^MODEL_UNAUTHORIZED$/,
    checkModel('The endpoint of the model refuses the key: an admin checks it under Models, or in OPENAI_API_KEY.'),
  ],
  [
    /^MODEL_NOT_FOUND$/,
    checkModel(
      'The endpoint has no model of this name: an admin checks the names under Models, or in ASSAY_MODEL_BASIC and those of the other levels.',
    ),
  ],
  [
    /^MODEL_QUOTA_EXHAUSTED$/,
    checkModel(
      'The account at the endpoint of the model has no credit left: an admin adds credit, or configures another one.',
    ),
  ],
  [
    /^(MODEL_RATE_LIMITED|MODEL_OVERLOADED)$/,
    {
      retry: 'The endpoint of the model is overloaded. Ask again in some minutes.',
      'check-model':
        'If it persists, an admin names other models under Models, requests higher limits, or lowers ASSAY_CONCURRENCY.',
    },
  ],
  [
    /^(MODEL_UNREACHABLE|MODEL_TIMEOUT|MODEL_SERVER_ERROR|CIRCUIT_OPEN)$/,
    checkModel(
      'The endpoint of the model does not answer: an admin checks that it runs, and its URL under Models, or in OPENAI_BASE_URL.',
    ),
  ],
  [
    /^(MODEL|ANSWER_NOT_IN_FORM|AGENT|GATE_CLOSED|NO_TESTS|EVALUATION_INCOMPLETE)/,
    checkModel('The model gave no usable answer. An admin checks its endpoint, key and name.', ANOTHER_TRY),
  ],
  [
    /^TOO_FEW_EVALUATORS$/,
    checkModel(
      'The evaluation says why each evaluator gave no scores: name other models for them, or a fallback model.',
      'Evaluate again, or require fewer evaluators.',
    ),
  ],
  [/^TARGET_HOST_FORBIDDEN$/, checkDatabase('The operator of Assay allows its host in ASSAY_TARGET_HOSTS.')],
  [
    /^SECRET/,
    checkDatabase(
      'The stored url cannot be read any more: an admin enters it again, or sets the ASSAY_SECRET_KEY that it was stored with.',
    ),
  ],
  [/^ROLE_TOO_POWERFUL$/, checkDatabase('Connect as a role that may only read the tables that are asked about.')],
  [
    /^TARGET_BUSY$/,
    {
      retry:
        'The database is still running statements that it did not end at their timeout. Ask again in some minutes.',
      'check-database': 'If it persists, an operator of the database ends their sessions: see docs/databases.md.',
    },
  ],
  [
    /^(DATABASE|TARGET|SCHEMA|CATALOG|ENGINE|DB_SAMPLER)/,
    checkDatabase(
      'Check that the database answers, and that its url, user and password are right; of files, that one can be read.',
    ),
  ],
  [
    /^BUDGET_EXCEEDED$/,
    {
      retry: 'Ask again with a higher limit of tokens, calls or cost, or with fewer SQLs to write.',
      'edit-question': 'Ask for one thing at a time.',
    },
  ],
  [
    /^DEADLINE_EXCEEDED$/,
    {
      retry: 'Ask again, with a longer deadline if it happens again.',
      'edit-question': 'Ask for one thing at a time.',
    },
  ],
];

const DEFAULT_STEPS: Steps = { retry: 'Ask again. If it fails again, report its id to the operator of Assay.' };

/** Best first; never empty. */
export function stepsAfterError({ code }: Pick<ErrorNote, 'code'>): NextStep[] {
  const [, steps] = BY_CODE.find(([known]) => known.test(code)) ?? [];
  return toSteps(steps ?? DEFAULT_STEPS);
}
