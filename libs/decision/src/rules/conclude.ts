import type { SelectionMethod } from '@assay/contracts';
import { confidenceIn } from '../outcome/confidence-in.js';
import { contestedByDoubt } from '../outcome/contested.js';
import { testCount } from '../verdicts/judgements.js';
import { answerByOdds } from './answer-by-odds.js';
import { endRun } from './end-run.js';
import { escalate } from './escalate.js';
import type { Rule, Situation } from './situation.js';
import { winnerWithFailures } from './winner-result.js';

/** A winner ends the question in GOLD; case D escalates, unless the odds overrule its FAILs. */
export const conclude: Rule = (situation) => {
  const { run, attempt, now } = situation;
  if (attempt.winner !== null) {
    const confidence = confidenceIn(run, attempt, attempt.winner);
    return endRun(run, now, {
      status: 'GOLD',
      result: { result: 'GOLD', sqlList: [winnerWithFailures(run, attempt, attempt.winner)] },
      confidence,
      contested: contestedByDoubt(run, confidence),
      stopReason: goldBecause(situation),
    });
  }
  if (attempt.case !== 'D') return null;
  return run.settings.verdicts === 'weighed' ? answerByOdds(situation, null) : escalate(situation, 'ALL_FAILED');
};

const BECAUSE: Partial<Record<SelectionMethod, string>> = {
  'only-passer': 'one SQL alone passed',
  judge: 'of several SQLs that passed with different results, the comparisons chose one',
  frequent:
    'of several SQLs that passed, comparisons and votes left a tie, and this is the text that most candidates gave',
  cluster: 'of several SQLs that passed, comparisons left a tie, and most candidates returned what this one did',
  simplest:
    'of several SQLs that passed, comparisons, votes and frequent texts left a tie, and this one is the simplest',
  posterior: 'of several SQLs that passed with different results, votes, verdicts and comparisons together chose one',
  coin: 'of several SQLs that passed, comparisons, votes, frequent texts and complexity left a tie, and the seeded coin fell',
};

const ALL_THE_SAME = 'several SQLs passed and all returned the same; of those';
const BECAUSE_OF_EQUALS: Partial<Record<SelectionMethod, string>> = {
  frequent: `${ALL_THE_SAME}, the text that most candidates gave was taken`,
  'single-result': `${ALL_THE_SAME} with the most frequent text, the simplest was taken`,
  coin: `${ALL_THE_SAME} with the most frequent text, equally simple ones were left, and the seeded coin fell`,
};

function goldBecause({ run, attempt }: Situation): string {
  const { by, finalists } = attempt.selection ?? { by: 'only-passer', finalists: [] };
  const because = (finalists.length === 1 ? BECAUSE_OF_EQUALS[by] : undefined) ?? BECAUSE[by] ?? 'an SQL passed';
  const reviewed = attempt.caseBeforeReview === null ? '' : ' after review by the supervisor';
  return `At level ${attempt.level}, ${because} (${testCount(run, attempt.ordinal)} tests${reviewed}).`;
}
