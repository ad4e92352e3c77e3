import { STRATEGIES, type GeneratorPayload, type Id, type Settings } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { AskRequest } from '@assay/contracts/requests';
import { findKnown } from '../sql/find-known.js';

export interface KnownAnswer {
  /** The newest; an older one may answer. */
  known: Id;
  /** Older ones answer where newer ones do not run. */
  adopted: GeneratorPayload[];
}

/** Gold SQLs of the identical question; null if there is none, or none may answer. */
export async function knownAnswer(
  database: Queryable,
  workspace: Id,
  { question, evidence = [], follows, continues, anew }: AskRequest,
  { verdicts, bypassEvaluation }: Settings,
): Promise<KnownAnswer | null> {
  if (anew === true || follows !== undefined || continues !== undefined) return null;
  if (verdicts === 'final' || bypassEvaluation) return null;
  const found = await findKnown(database, workspace, question, evidence.join('\n'));
  const [newest] = found;
  if (newest === undefined) return null;
  const adopted = found.map(({ sql }) => ({
    strategy: STRATEGIES[0],
    temperature: 0,
    adopt: { sql, reasoning: '', model: GOLD_SQL },
  }));
  return { known: newest.id, adopted };
}

/** Author of an adopted gold SQL, instead of a model. */
const GOLD_SQL = 'gold SQL';
