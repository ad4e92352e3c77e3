import { hasEnded, type ErrorNote } from '@assay/contracts';
import { rankCandidates, type RankedCandidates } from '../ranking/rank-candidates.js';
import { evaluationsOf, type RunEvaluations } from './evaluations-of-run.js';
import type { EmitStoryEvent, StoryCommand } from './story-command.js';
import type { StoryOutcome, StoryPayload, StoryRun, StoryStage } from './story-run.js';

/**
 * Decides what follows, in any state. After the commands, none follows until something changes.
 * @param now Postgres's clock, ms
 */
export function nextCommands(run: StoryRun, now: number): StoryCommand[] {
  if (run.status !== 'QUEUED' && run.status !== 'RUNNING') return [];
  if (run.cancelRequested) {
    return end(run, now, { status: 'CANCELLED', error: null, stopReason: 'The evaluation was cancelled.' });
  }
  if (run.stages.length === 0) return start(run);
  const hasDecided = run.stages.every((stage) => stage.tasks.every(({ status }) => hasEnded(status)));
  if (hasDecided) return decide(run, now);
  if (now < run.deadlineAt) return run.stages.filter(isOver).flatMap((stage) => closeStage(stage, now));
  const message = 'The evaluation did not end within its time.';
  return end(run, now, { status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED', message }, stopReason: message });
}

function start({ settings, chunks }: StoryRun): StoryCommand[] {
  const evaluations = settings.labels.flatMap((_label, index) =>
    settings.evaluators.map((_evaluator, evaluator): StoryPayload => ({
      kind: 'evaluate-story',
      candidate: index + 1,
      evaluator,
    })),
  );
  const narrations = settings.ttsThreshold === null ? [] : chunks;
  const payloads = narrations.map((chunk): StoryPayload => ({ kind: 'narrate-story', ...chunk }));
  return [...startStage('evaluate-story', evaluations), ...startStage('narrate-story', payloads)];
}

function startStage(kind: StoryStage['kind'], payloads: StoryPayload[]): StoryCommand[] {
  if (payloads.length === 0) return [];
  const tasks = payloads.length;
  return [
    { type: 'start-stage', kind, payloads },
    emit({ type: 'stage-started', stage: kind, tasks, failed: 0, stragglers: 0, elapsedMs: 0 }),
  ];
}

function decide(run: StoryRun, now: number): StoryCommand[] {
  const evaluations = evaluationsOf(run);
  const ranked = rankCandidates(evaluations.given, run.settings);
  const outcome = outcomeOf(run, evaluations, ranked);
  const warnings = outcome.status === 'DONE' ? ranked.unranked.map((unranked) => warnUnranked(run, unranked)) : [];
  return [...warnings, ...end(run, now, outcome, ranked)];
}

function outcomeOf({ settings }: StoryRun, { errors, failed }: RunEvaluations, ranked: RankedCandidates): StoryOutcome {
  const [best] = ranked.ranking;
  if (!best) {
    const error = sharedError(errors, failed.length) ?? {
      code: 'TOO_FEW_EVALUATORS',
      message: `No candidate was scored by ${settings.minEvaluators} evaluators or more.`,
    };
    return { status: 'ERROR', error, stopReason: error.message };
  }
  const stopReason =
    ranked.choice === null
      ? `The best candidate, ${best.label}, stays below the minimum score.`
      : `${best.label} has the best score of ${ranked.ranking.length} ranked.`;
  return { status: 'DONE', error: null, stopReason };
}

/** Null if they differ. */
function sharedError(errors: readonly ErrorNote[], failures: number): ErrorNote | null {
  const [first] = errors;
  const isShared = first !== undefined && errors.length === failures && errors.every(({ code }) => code === first.code);
  return isShared ? first : null;
}

function warnUnranked(
  { settings }: StoryRun,
  { label, evaluators }: { label: string; evaluators: number },
): EmitStoryEvent {
  const message = `${label} is not ranked: ${evaluators} of the ${settings.minEvaluators} evaluators it needs scored it.`;
  return emit({ type: 'warning-raised', code: 'TOO_FEW_EVALUATORS', message });
}

/** The finishing event is last. */
function end(
  run: StoryRun,
  now: number,
  outcome: StoryOutcome,
  ranked: RankedCandidates | null = null,
): StoryCommand[] {
  const { failed } = evaluationsOf(run);
  const stands = outcome.status === 'DONE' && ranked !== null;
  const ranking = stands ? ranked.ranking : [];
  const choice = stands ? ranked.choice : null;
  const { status, error } = outcome;
  return [
    ...run.stages.filter(({ status: stage }) => stage === 'OPEN').flatMap((stage) => closeStage(stage, now)),
    ...(stands ? [emit({ type: 'candidates-ranked', ranking, choice })] : []),
    { type: 'finish', ...outcome, ranking, choice, failedEvaluators: failed },
    emit({ type: 'story-evaluation-finished', status, choice, error }),
  ];
}

function isOver(stage: StoryStage): boolean {
  return stage.status === 'OPEN' && stage.tasks.every(({ status }) => hasEnded(status));
}

function closeStage(stage: StoryStage, now: number): StoryCommand[] {
  const open = stage.tasks.filter(({ status }) => !hasEnded(status)).map(({ id }) => id);
  const failed = stage.tasks.filter(({ status, result }) => status === 'DEAD' || result?.status === 'failed').length;
  const elapsedMs = Math.max(0, Math.round(now - stage.startedAt));
  const counts = { tasks: stage.tasks.length, failed, stragglers: 0, elapsedMs };
  return [
    { type: 'close-stage', kind: stage.kind, cancel: open },
    emit({ type: 'stage-finished', stage: stage.kind, ...counts }),
  ];
}

function emit(event: EmitStoryEvent['event']): EmitStoryEvent {
  return { type: 'emit', event };
}
