import {
  isTerminal,
  RequestProblem,
  type Asker,
  type FieldProblem,
  type GeneratorPayload,
  type Settings,
  type SettingsPatch,
} from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { invalidFields, notFound, type AskRequest, type Caller } from '@assay/contracts/requests';
import { requireAsker } from '../asker/identity-of.js';
import { requireQuestion } from '../record/require-question.js';
import { findContinued, type ContinuedQuestion } from '../sql/find-continued.js';

export interface Continuation {
  ask: AskRequest;
  /** Empty if it continues none. */
  adopted: GeneratorPayload[];
}

/** @throws RequestProblem 404; 409 `NOTHING_TO_CONTINUE`; 422 for another workspace or question */
export async function continuationOf(
  database: Queryable,
  ask: AskRequest,
  { workspace, caller, asker }: { workspace: string; caller: Caller; asker: Asker | null },
): Promise<Continuation> {
  if (ask.continues === undefined) return { ask, adopted: [] };
  requireAsker(asker, (await requireQuestion(database, ask.continues, caller, 'ask')).identity, caller);
  const found = await findContinued(database, ask.continues);
  if (!found) throw notFound('question');
  requireSameQuestion(ask, workspace, found);
  if (!isContinuable(found)) {
    const message = 'Only a SILVER or instant answer can be continued, while its SQLs are kept.';
    throw new RequestProblem(409, 'NOTHING_TO_CONTINUE', message);
  }
  const { evidence, level, follows, candidates } = found;
  return { ask: { evidence, level, ...(follows !== null && { follows }), ...statedIn(ask) }, adopted: candidates };
}

/**
 * The workspace's settings for a question that continues another one, without those that skip tests.
 */
export function testingSettings(workspace: SettingsPatch): SettingsPatch {
  const { effort, bypassEvaluation: _, ...others } = workspace;
  return effort === undefined || effort === 'instant' ? others : { ...others, effort };
}

export function untestedBy({ effort, bypassEvaluation }: Settings): FieldProblem[] {
  const message = 'a question that continues another one tests its SQLs';
  return [
    ...(effort === 'instant' ? [{ field: 'settings.effort', message }] : []),
    ...(bypassEvaluation ? [{ field: 'settings.bypassEvaluation', message }] : []),
  ];
}

function statedIn(ask: AskRequest): AskRequest {
  return Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== undefined)) as unknown as AskRequest;
}

function requireSameQuestion(ask: AskRequest, workspace: string, found: ContinuedQuestion): void {
  if (found.workspace !== workspace) {
    throw invalidFields([{ field: 'continues', message: 'must be a question of the same workspace' }]);
  }
  if (ask.question.trim() === found.question.trim()) return;
  throw invalidFields([{ field: 'question', message: 'must be that of the question that it continues' }]);
}

function isContinuable({ status, effort, candidates }: ContinuedQuestion): boolean {
  return candidates.length > 0 && (status === 'SILVER' || (effort === 'instant' && isTerminal(status)));
}
