import { STRATEGIES, type GeneratorPayload, type Id, type Settings } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { AskRequest } from '@assay/contracts/requests';
import { findKnown } from '../sql/find-known.js';

export interface KnownAnswer {
  known: Id;
  /** The gold SQL, as the first candidate. */
  adopted: GeneratorPayload[];
}

/** The gold SQL of the identical question; null if there is none, or if the question may not be answered by it. */
export async function knownAnswer(
  database: Queryable,
  workspace: Id,
  { question, evidence = [], follows, continues, anew }: AskRequest,
  { verdicts, bypassEvaluation }: Settings,
): Promise<KnownAnswer | null> {
  if (anew === true || follows !== undefined || continues !== undefined) return null;
  if (verdicts === 'final' || bypassEvaluation) return null;
  const found = await findKnown(database, workspace, question, evidence.join('\n'));
  if (found === null) return null;
  const adopt = { sql: found.sql, reasoning: '', model: GOLD_SQL };
  return { known: found.id, adopted: [{ strategy: STRATEGIES[0], temperature: 0, adopt }] };
}

/** Author of an adopted gold SQL, instead of a model. */
const GOLD_SQL = 'gold SQL';
