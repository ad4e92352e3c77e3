import type { NumberedTest } from '@assay/contracts';
import { MOMENTS } from '@assay/contracts/plain';
import { judgedViews } from '../behaviour/representatives.js';
import { witnessViews } from '../behaviour/witness-views.js';
import type { Command } from '../command.js';
import { gatherTests, testStages, withoutReadings } from '../judged-tests/gather-tests.js';
import { distinctTests } from '../judged-tests/plan-judged-tests.js';
import { planTests } from '../planning/plan-tests.js';
import { stageOf, type Situation } from './situation.js';
import { attemptInput, startStage, warn } from './stage-commands.js';

/** Requests one more batch before a question has no test; null if done before or verdicts are final. */
export function askForTestsAgain(situation: Situation): Command[] | null {
  const { run, attempt } = situation;
  if (run.settings.verdicts === 'final' || attempt.askedAgain) return null;
  const dropped = gatherTests(run, attempt.ordinal, MOMENTS).map(({ statement }) => statement);
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { askedAgain: true } },
    warn('TESTS_ASKED_AGAIN', 'No requirement is left to test against. Tests are requested again.'),
    ...startSecondMoment(situation, 1, [...new Set(dropped)]),
  ];
}

/** Requests tests that see the candidates; judged candidates are judged by the new ones alone. */
export function startSecondMoment(situation: Situation, batches: number, dropped?: string[]): Command[] {
  const { run, attempt } = situation;
  const last = stageOf(situation, 'evaluation-tests');
  const asked = testStages(run, attempt.ordinal, 'evaluation').reduce((sum, { tasks }) => sum + tasks.length, 0);
  const candidates = judgedViews(run, attempt.ordinal);
  const witnesses = witnessViews(run, attempt.ordinal, () => true);
  const known = witnesses.length > 0 && { witnesses };
  const again = dropped && { dropped };
  const given = dropped === undefined ? firstMoment(situation) : [];
  const input = {
    ...attemptInput(situation),
    moment: 'evaluation' as const,
    candidates,
    ...known,
    ...again,
    ...(given.length > 0 && { tests: given }),
    ...withoutReadings(run),
  };
  return startStage(
    situation,
    'evaluation-tests',
    input,
    planTests(batches, run.settings.verdicts),
    (last?.round ?? 0) + 1,
    asked + 1,
  );
}

/** Hidden for final verdicts, which compare independent moments. */
function firstMoment({ run, attempt }: Situation): NumberedTest[] {
  return run.settings.verdicts === 'final' ? [] : distinctTests(gatherTests(run, attempt.ordinal, ['precompute']));
}
