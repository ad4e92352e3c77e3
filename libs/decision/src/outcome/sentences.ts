import type { FailureReason, Selection, SelectionMethod, Silver } from '@assay/contracts';
import { nameLevel } from '@assay/contracts/plain';
import type { ClassOdds, RunOdds } from '../odds/run-odds.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { judgedTests } from '../judged-tests/tried-tests.js';
import { testCount } from '../verdicts/judgements.js';
import { refusalsOf } from './in-words.js';

const BECAUSE: Partial<Record<SelectionMethod, string>> = {
  'only-passer': 'one SQL alone passed',
  judge: 'of several SQLs that passed and behave differently, the comparisons chose one',
  frequent: 'of several SQLs that passed, comparisons and votes left a tie, and this is the most frequent text',
  cluster: 'of several SQLs that passed, comparisons left a tie, and most SQLs returned what this one did',
  simplest:
    'of several SQLs that passed, comparisons, votes and frequent texts left a tie, and this one is the simplest',
  posterior: 'of several SQLs that passed and behave differently, votes, verdicts and comparisons together chose one',
  coin: 'of several SQLs that passed, comparisons, votes, frequent texts and complexity left a tie, and the seeded coin fell',
};

const ALL_THE_SAME = 'several SQLs passed and all returned the same; of those';
const BECAUSE_OF_EQUALS: Partial<Record<SelectionMethod, string>> = {
  frequent: `${ALL_THE_SAME}, the most frequent text was chosen`,
  'single-result': `${ALL_THE_SAME} with the most frequent text, the simplest was taken`,
  coin: `${ALL_THE_SAME} with the most frequent text, equally simple ones were left, and the seeded coin fell`,
};

export function goldBecause(run: QuestionRun, attempt: AttemptState, selection: Selection | null): string {
  const { by, finalists } = selection ?? { by: 'only-passer' as const, finalists: [] };
  const because = (finalists.length === 1 ? BECAUSE_OF_EQUALS[by] : undefined) ?? BECAUSE[by] ?? 'a SQL passed';
  const reviewed = attempt.caseBeforeReview === null ? '' : ' after a second look';
  return `With the ${modelsOf(attempt)}, ${because} (${testCount(run, attempt.ordinal)} tests${reviewed}).`;
}

/** Such as `fast models`. */
export function modelsOf({ level }: Pick<AttemptState, 'level'>): string {
  return `${nameLevel(level).toLowerCase()} models`;
}

export function silverMessage(
  run: QuestionRun,
  why: Silver['why'],
  chosen: ClassOdds,
  { classes, none }: RunOdds,
): string {
  const { probability } = chosen;
  const likely = `It is ${percent(probability)} likely to be right`;
  if (why === 'untested') {
    return `${whyUntested(run, chosen.attempt)}. ${likely}, by the agreement of SQLs.`;
  }
  if (why === 'failed-tests') return `${failsTests(chosen)} ${likely}.`;
  const passes = why === 'limit' ? 'It passes every test, but a limit ended the search.' : 'It passes every test.';
  const rival = classes.find((own) => own !== chosen);
  if (rival !== undefined && rival.probability >= probability / 2) {
    return `${passes} ${likely}; another SQL is ${percent(rival.probability)} likely to be.`;
  }
  const doubt = none > probability ? '; it is probably not what was asked' : '';
  return `${passes} ${likely}${doubt}.`;
}

function whyUntested(run: QuestionRun, { ordinal }: AttemptState): string {
  if (run.settings.effort === 'instant') return 'It is untested';
  return judgedTests(run, ordinal).length === 0
    ? 'No test could be written, so it is untested'
    : 'No test was left that every right answer must pass, so it is untested';
}

export function failureMessage(run: QuestionRun, kind: FailureReason['kind'], { classes }: RunOdds): string {
  const eligible = classes.find(({ isJudged, breaksDefinition }) => isJudged && !breaksDefinition);
  const probability = percent((eligible ?? classes[0])?.probability ?? 0);
  switch (kind) {
    case 'refused':
      return refusalsOf(run)[0] ?? 'The models refused to answer.';
    case 'no-candidate':
      return refusalsOf(run)[0] ?? 'No valid SQL was generated.';
    case 'tests':
      return `${describeNoPasser(classes)}. The likeliest has a probability of ${probability}.`;
    case 'none-likely':
      if (run.settings.effort === 'instant') {
        return `The SQLs agree too little, and this effort tests none of them: the likeliest has a probability of ${probability}.`;
      }
      if (classes.every(({ isJudged }) => !isJudged)) {
        return `No test was left to judge by: the likeliest SQL has a probability of ${probability}.`;
      }
      if (eligible === undefined) return `${describeNoPasser(classes)}.`;
      return `${describeNoPasser(classes)}, and ${eligible === classes[0] ? 'none' : 'none that may answer'} is likely to be right: the likeliest has a probability of ${probability}.`;
  }
}

function describeNoPasser(classes: readonly ClassOdds[]): string {
  const barred = classes.some(({ passes }) => passes) ? ' that keeps to the definitions' : '';
  return `No SQL${barred} passes all its tests`;
}

export function failsTests({ passed, total }: Pick<ClassOdds, 'passed' | 'total'>): string {
  return `It fails ${total - passed} of ${total} ${total === 1 ? 'test' : 'tests'}.`;
}

/** Whole percents, rounded like `confidence` in the record. */
export function percent(probability: number): string {
  return `${Math.round(Math.round(probability * 1000) / 10)} %`;
}
