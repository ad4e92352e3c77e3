import { DEFAULT_SETTINGS, newId, type Id } from '@assay/contracts';
import type { NewQuestion } from '../sql/insert-question.js';

export function sampleQuestion(workspace: Id, changes: Partial<NewQuestion> = {}): NewQuestion {
  return {
    id: newId(),
    workspace,
    owner: 'test',
    person: null,
    identity: null,
    question: 'How many?',
    evidence: [],
    follows: null,
    continues: null,
    known: null,
    adopted: [],
    evaluates: null,
    level: 'BASIC',
    settings: DEFAULT_SETTINGS,
    askedSettings: {},
    models: {},
    judges: [],
    seed: 1,
    replyTo: null,
    traceContext: null,
    idempotency: null,
    audit: { id: newId(), name: null, address: null },
    error: null,
    events: [],
    ...changes,
  };
}
