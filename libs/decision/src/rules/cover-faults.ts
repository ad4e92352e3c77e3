import type { Id } from '@assay/contracts';
import { judgedViews } from '../behaviour/representatives.js';
import { witnessesOf } from '../behaviour/witness-views.js';
import type { Command } from '../command.js';
import { comparableStatement } from '../judged-tests/comparable-statement.js';
import { addedTest, asNumbered, judgedTests, type JudgedTest } from '../judged-tests/tried-tests.js';
import { runOdds, selectorWeight, type ClassOdds } from '../odds/run-odds.js';
import { outcomeFacts } from '../outcome/outcome-facts.js';
import { roundsOf, type AddedTest, type StageTask, type TestPlan } from '../question-run.js';
import { derivedId, seededRandom } from '@assay/contracts/plain';
import { MAX_FINALISTS } from '../selection/finalists.js';
import { couldBeGold } from '../spending/open-pairs.js';
import { evaluationsOf } from '../verdicts/judgements.js';
import { judgedAll } from './evaluate.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { attemptInput, emit, startStage, warn } from './stage-commands.js';
import { commonError } from './task-errors.js';

/**
 * Tries a fault that a judge reports in a passing class and no test covers, then judges the likeliest classes by it; of
 * frequent reporters in a share of questions (`followedShare`).
 */
export const coverFaults: Rule = (situation) => {
  const { run, attempt } = situation;
  if (run.settings.verdicts === 'final' || attempt.case !== null || attempt.tests === null) return null;
  const { added, leftUncovered } = attempt.tests;
  if (leftUncovered) return null;
  if (added === undefined) return judgedAll(situation) ? addTest(situation, attempt.tests) : null;
  const tried = judgedTests(run, attempt.ordinal).at(-1)?.tried;
  return added.round === null && tried?.decision === 'demanded' ? judgeBy(situation, attempt.tests, added) : null;
};

function addTest(situation: Situation, tests: TestPlan): Command[] | null {
  const { run, attempt } = situation;
  const known = judgedTests(run, attempt.ordinal);
  const missing = missingRequirement(situation, known);
  if (missing === null) return null;
  if (seededRandom(run.seed, 'uncovered')() >= (run.followsUncovered ?? 1)) return leave(attempt.ordinal, tests);
  const { statement, ...objection } = missing;
  const added: AddedTest = {
    id: derivedId(run, 'added-test', attempt.ordinal),
    number: Math.max(0, ...known.map(({ number }) => number)) + 1,
    statement,
    round: null,
  };
  const input = {
    ...attemptInput(situation),
    tests: [...known, addedTest(added)].map(asNumbered),
    candidates: judgedViews(run, attempt.ordinal),
  };
  const contested = [{ number: added.number, by: 'uncovered' as const, objections: [objection] }];
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { tests: { ...tests, added } } },
    emit({ type: 'test-added', test: added.id, by: 'evaluator' }),
    ...startStage(situation, 'trial', input, [{ contested }], (stageOf(situation, 'trial')?.round ?? 0) + 1),
  ];
}

const LEFT =
  'A judge reported a fault that no test covers. It was not followed up, because judges report one in many questions of this workspace.';

function leave(attempt: number, tests: TestPlan): Command[] {
  return [
    { type: 'decide', attempt, decision: { tests: { ...tests, leftUncovered: true } } },
    warn('UNCOVERED_FAULT_LEFT', LEFT),
  ];
}

interface MissingRequirement {
  statement: string;
  sql: number;
  reason: string;
}

/** The first missing requirement reported for the likeliest class that could be GOLD, or null. */
function missingRequirement(situation: Situation, tests: readonly JudgedTest[]): MissingRequirement | null {
  const { run, attempt } = situation;
  const odds = runOdds(run);
  const facts = outcomeFacts(run, odds);
  const known = new Set(tests.map(({ statement }) => comparableStatement(statement)));
  const judged = evaluationsOf(run, attempt.ordinal);
  for (const [place, own] of odds.classes.entries()) {
    if (!isPassing(situation, own) || !couldBeGold(facts, run.settings, place, selectorWeight(run, attempt))) continue;
    for (const { payload, result } of wholeEvaluations(judged.get(own.finalist.candidate))) {
      const found = result?.uncovered?.find(({ requirement }) => !known.has(comparableStatement(requirement)));
      if (found === undefined) continue;
      return { statement: found.requirement.trim(), sql: payload.candidate.number, reason: found.fault };
    }
  }
  return null;
}

/** Later evaluations see new tests alone; in records of earlier releases, all tests. */
function wholeEvaluations(tasks: readonly StageTask<'evaluate'>[] = []): StageTask<'evaluate'>[] {
  const done = tasks.filter(({ status }) => status === 'DONE');
  return done.filter(({ payload }, index) => index === 0 || payload.tests === undefined);
}

function judgeBy(situation: Situation, tests: TestPlan, added: AddedTest): Command[] {
  const { run, attempt } = situation;
  const passing: Id[] = runOdds(run)
    .classes.filter((own) => isPassing(situation, own))
    .slice(0, MAX_FINALISTS)
    .map(({ finalist }) => finalist.candidate);
  const payloads = judgedViews(run, attempt.ordinal)
    .filter(({ id }) => passing.includes(id))
    .map((candidate) => ({ candidate, tests: [added.number], ...witnessesOf(run, attempt.ordinal, candidate.id) }));
  const round = (stageOf(situation, 'evaluate')?.round ?? 0) + 1;
  const input = { ...attemptInput(situation), tests: [asNumbered(addedTest(added))] };
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { tests: { ...tests, added: { ...added, round } } } },
    ...startStage(situation, 'evaluate', input, payloads, round),
  ];
}

/** Warnings for classes not judged by the added test: the other tests decide. */
export function addedTestWarnings({ run, attempt }: Situation): Command[] {
  const round = attempt.tests?.added?.round ?? null;
  const stage = roundsOf(run, attempt.ordinal, 'evaluate').find((each) => each.round === round);
  const missing = stage === undefined ? 0 : stage.tasks.length - successes(stage);
  if (stage === undefined || missing === 0) return [];
  const { message } = commonError(stage.tasks);
  return [
    warn(
      'ADDED_TEST_UNJUDGED',
      `${missing} of ${stage.tasks.length} SQLs were not judged by the added test: ${message}`,
    ),
  ];
}

function isPassing({ attempt }: Situation, { attempt: judgedIn, passes, breaksDefinition }: ClassOdds): boolean {
  return judgedIn === attempt && passes && !breaksDefinition;
}
