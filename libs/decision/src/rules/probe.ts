import type { Id, NumberedTest, ProbedText, ProbeInput, ProbePayload } from '@assay/contracts';
import { behaviourClasses } from '../behaviour/representatives.js';
import { probeResult } from '../behaviour/class-of-candidate.js';
import { candidatesOf, distinctCandidates, type Candidate } from '../candidates.js';
import { claimedTests, holdsToMetrics } from '../judged-tests/metric-tests.js';
import type { Command } from '../command.js';
import type { QuestionRun, StageState } from '../question-run.js';
import { inOrderOfTexts } from '../selection/finalists.js';
import { witnessesAwaitedUntil } from '../stragglers.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { attemptInput, emit, startStage, warn } from './stage-commands.js';

const MOST_EARLIER = 10;

/**
 * Distinguishes candidates on generated data while tests are written. The second moment waits to see every witness,
 * with final verdicts only briefly.
 */
export const probe: Rule = (situation) => {
  const { run, now } = situation;
  if (run.settings.judge === 'text' || run.settings.probe.instances === 0) return null;
  const stage = stageOf(situation, 'probe');
  const isLate = stageOf(situation, 'evaluation-tests') !== null;
  const wave = stageOf(situation, 'generate')?.round ?? 1;
  if (stage === null || (stage.status === 'CLOSED' && stage.round < wave)) return startProbe(situation, stage, wave);
  if (stage.status === 'CLOSED' || isLate) return null;
  return run.settings.verdicts === 'weighed' || now < witnessesAwaitedUntil(stage) ? [] : null;
};

function startProbe(situation: Situation, last: StageState<'probe'> | null, wave: number): Command[] | null {
  const { run, attempt } = situation;
  const texts = probedTexts(run, attempt.ordinal);
  const before = earlierSuite(run, attempt.ordinal);
  // single texts need no comparison, and earlier waves are not repeated
  const compared = texts.length === 0 ? 0 : texts.length + before.earlier.length;
  if (compared < (holdsToMetrics(run) ? 1 : 2) || texts.length === last?.tasks[0]?.payload.texts.length) return null;
  const { allowFunctions, allowExtensions, allowSystemCatalogs, probe: budget } = run.settings;
  const input: ProbeInput = {
    ...attemptInput(situation),
    instances: budget.instances,
    seconds: budget.seconds,
    guard: { allowFunctions, allowExtensions, allowSystemCatalogs },
    ...(wave > 1 && { wave }),
  };
  const payload: ProbePayload = { texts, ...before };
  return startStage(situation, 'probe', input, [payload], wave);
}

function probedTexts(run: QuestionRun, attempt: number): ProbedText[] {
  const all = candidatesOf(run, attempt);
  const texts = distinctCandidates(all).filter(({ valid }) => valid);
  const known = new Map(
    (probeResult(run, attempt)?.classes ?? []).flatMap(({ id, candidates }) => candidates.map((each) => [each, id])),
  );
  return inOrderOfTexts(texts, all, { ...run, attempt }).flatMap((text) =>
    probedText(text, all).map((probed) => {
      const behaviour = known.get(text.id);
      return behaviour === undefined ? probed : { ...probed, behaviour };
    }),
  );
}

function probedText({ id, canonical, examination }: Candidate, all: readonly Candidate[]): ProbedText[] {
  if (examination === null) return [];
  const votes = all.filter((other) => other.valid && (other.duplicateOf ?? other.id) === id).length;
  return [{ candidate: id, canonical, votes, examination }];
}

/** Judged texts and distinguishing instances of earlier attempts: the suite grows. */
function earlierSuite(run: QuestionRun, attempt: number): Pick<ProbePayload, 'earlier' | 'suite' | 'now'> {
  const before = run.attempts.filter(({ ordinal }) => ordinal < attempt).map(({ ordinal }) => ordinal);
  const earlier = new Map(
    before.flatMap((ordinal) =>
      behaviourClasses(run, ordinal).flatMap(({ id, texts: [first] }) =>
        probedText(first, []).map((text) => [id, { ...text, votes: 0, behaviour: id }] as const),
      ),
    ),
  );
  const results = before.map((ordinal) => probeResult(run, ordinal));
  const suite = new Map(results.flatMap((result) => result?.suite ?? []).map((one) => [one.id, one]));
  const latest = probeResult(run, attempt);
  const own = latest?.suite ?? [];
  const others = [...suite.values()].filter(({ id }) => !own.some((one) => one.id === id));
  const now = [latest, ...results].find((result) => result?.now !== undefined)?.now;
  return {
    earlier: [...earlier.values()].slice(0, MOST_EARLIER),
    // all of this attempt's instances: their distinctions persist
    suite: [...own, ...others.slice(0, Math.max(0, MOST_EARLIER - own.length))],
    ...(now !== undefined && { now }),
  };
}

/** Emits the classes when judging begins, later candidates' when they are judged. */
export function publishBehaviours({ run, attempt }: Situation): Command[] {
  const published = candidatesJudgedBefore(run, attempt.ordinal);
  const candidates = candidatesOf(run, attempt.ordinal).filter(({ ordinal }) => ordinal > published);
  if (candidates.length === 0) return [];
  const ids = new Set(candidates.map(({ id }) => id));
  const found = probeResult(run, attempt.ordinal)?.witnesses ?? [];
  const witnesses = found.filter(({ a, b }) => ids.has(a) || ids.has(b));
  return [
    ...(published === 0 ? unobservedWarnings(run, attempt.ordinal) : []),
    ...candidates.flatMap(({ id, behaviour }) =>
      behaviour === null ? [] : [emit({ type: 'behaviour-classified', candidate: id, behaviour })],
    ),
    ...witnesses.map(({ a, b, weak }) => emit({ type: 'witness-found', a, b, weak })),
    ...publishMetrics({ run, attempt }, published === 0, ids),
  ];
}

function publishMetrics(
  { run, attempt }: Pick<Situation, 'run' | 'attempt'>,
  isFirst: boolean,
  candidates: ReadonlySet<Id>,
): Command[] {
  return claimedTests(run, attempt.ordinal, attempt.tests?.numbered.length ?? 0).flatMap((test) => [
    ...(isFirst ? [emit({ type: 'test-generated', ...publishedFields(test) })] : []),
    ...[...test.claims.values()]
      .filter(({ candidate }) => candidates.has(candidate))
      .map(({ candidate, verdict, reason }) =>
        emit({ type: 'verdict-given', candidate, test: test.id, verdict, reason, by: 'instances' }),
      ),
  ]);
}

function publishedFields({ id, statement, evidenceCritical }: NumberedTest): {
  test: Id;
  statement: string;
  moment: 'precompute';
  evidenceCritical: boolean;
} {
  return { test: id, statement, moment: 'precompute', evidenceCritical };
}

/** Last ordinal when judging last started; 0 before. */
function candidatesJudgedBefore(run: QuestionRun, attempt: number): number {
  const own = run.stages.filter((stage) => stage.attempt === attempt);
  const judged = own.slice(0, own.findLastIndex(({ kind }) => kind === 'evaluate') + 1);
  const waves = judged.filter((stage): stage is StageState<'generate'> => stage.kind === 'generate');
  return Math.max(0, ...waves.flatMap(({ tasks }) => tasks.map(({ ordinal }) => ordinal)));
}

/** Warns if instances showed nothing: the target's result is the behaviour. */
function unobservedWarnings(run: QuestionRun, attempt: number): Command[] {
  const stage = run.stages.findLast((each) => each.kind === 'probe' && each.attempt === attempt);
  if (stage === undefined) return [];
  const result = probeResult(run, attempt);
  const instead = 'their results on the database itself are used instead';
  if (result === null) {
    const why = stage.tasks[0]?.error?.message ?? 'the prober did not answer in time';
    return [warn('BEHAVIOUR_UNOBSERVED', `SQLs were not distinguished on generated data (${why}): ${instead}.`)];
  }
  if (result.unavailable !== null) {
    const why = result.unavailable;
    return [warn('BEHAVIOUR_UNOBSERVED', `SQLs were not distinguished on generated data (${why}): ${instead}.`)];
  }
  const { length } = result.unobserved;
  const some = `${length} of the SQLs could not be observed on generated data: ${instead}.`;
  return [
    ...(length === 0 ? [] : [warn('BEHAVIOUR_UNOBSERVED', some)]),
    ...(result.cutShort === true ? [warn('BEHAVIOUR_CUT_SHORT', cutShort(run, result.asked))] : []),
    ...(result.limits === undefined ? [] : [warn('BEHAVIOUR_LIMITED', limited(result.limits))]),
  ];
}

function limited(limits: readonly string[]): string {
  return `Generated data shows less than it could: ${limits.join('; ')}.`;
}

function cutShort({ settings }: QuestionRun, asked: number): string {
  const { seconds } = settings.probe;
  return `The time limit (${seconds} s) ended the comparison of SQLs after ${asked} generated databases.`;
}
