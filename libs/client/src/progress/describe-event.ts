import { nameLevel, type QuestionEvent, type QuestionEventType, type RecordedEvent } from '@assay/contracts';
import { oneLine, truncate } from './display-text.js';
import { count, formatDuration, formatPercent } from './quantities.js';
import type { AttemptProgress, QuestionProgress } from './question-progress.js';
import { stageDetail } from './stage-line.js';
import { nameStage } from './stage-words.js';
import { describeAgreement, describeCase, describeReason } from './words.js';

type Describers = {
  [Type in QuestionEventType]?: (
    event: Extract<QuestionEvent, { type: Type }>,
    attempt: AttemptProgress | undefined,
  ) => string | null;
};

const SQL_WIDTH = 120;

/**
 * One line, or null if summarized.
 * @param progress includes the event
 */
export function describeEvent(event: RecordedEvent, progress: QuestionProgress): string | null {
  const describe = describers[event.type] as ((...given: unknown[]) => string | null) | undefined;
  return describe?.(event, progress.attempts.at(-1)) ?? null;
}

const describers: Describers = {
  'question-accepted': () => 'question accepted',
  'attempt-started': ({ level, reason }) =>
    `${nameLevel(level)} models: started${reason === null ? '' : ` ${describeReason(reason)}`}`,
  'stage-started': ({ level, stage, tasks }) =>
    `${nameLevel(level)} models: “${nameStage(stage)}” started, ${count(tasks, 'task')}`,
  'stage-finished': ({ level, stage, tasks, failed, stragglers, elapsedMs }, attempt) => {
    const finished = { kind: stage, tasks, failed, stragglers, elapsedMs, startedAt: '' };
    const detail = attempt === undefined ? '' : stageDetail(attempt, finished);
    return `${nameLevel(level)} models: “${nameStage(stage)}” finished in ${formatDuration(elapsedMs)}${detail === '' ? '' : ` (${detail})`}`;
  },
  'candidate-generated': ({ sql, valid, duplicateOf, retries }) => {
    const kind = valid ? (duplicateOf === null ? 'valid' : 'the same as another') : 'not valid';
    const tries = retries === 0 ? '' : ` after ${retries === 1 ? '1 retry' : `${retries} retries`}`;
    return `SQL ${kind}${tries}: ${truncate(oneLine(sql), SQL_WIDTH)}`;
  },
  'test-added': () => 'test added while judging',
  'tests-reduced': ({ before, after }) => `tests reduced from ${before} to ${after}`,
  'candidate-executed': ({ error }) => (error === null ? null : `SQL could not be executed: ${oneLine(error)}`),
  'leader-changed': (leader) => `not tested yet: ${describeAgreement(leader)}`,
  'wave-decided': ({ candidates, lead, stopped }) =>
    `${count(candidates, 'SQL')} written: ${formatPercent(100 * lead)} likely that the leader stays ahead, ${stopped ? 'they are judged' : 'more are requested'}`,
  'test-tried': ({ decision, reason }) => `test tried: ${decision}${reason === '' ? '' : `: ${oneLine(reason)}`}`,
  'case-decided': ({ case: decided, passRates }, attempt) => {
    const rates = passRates.map(({ passRate }) => formatPercent(passRate)).join(', ');
    const reviewed = (attempt?.reviewed.length ?? 0) > 0;
    return `${describeCase(decided, passRates.length, reviewed)}${rates === '' ? '' : ` (${rates})`}`;
  },
  'pair-compared': ({ winner, confidence }) =>
    `pair compared: ${winner === null ? 'a tie' : 'a winner'}, confidence ${confidence}`,
  'level-escalated': ({ from, to, reason }) =>
    `from ${nameLevel(from).toLowerCase()} to ${nameLevel(to).toLowerCase()} models ${describeReason(reason)}`,
  'model-waiting': ({ model, seconds, times }) =>
    `${oneLine(model)} takes no calls now: called again in ${seconds} s${times > 1 ? ` (pause ${times})` : ''}`,
  'warning-raised': ({ code, message }) => `warning ${oneLine(code)}: ${oneLine(message)}`,
  'question-finished': ({ status, level }) => `finished ${status} with the ${nameLevel(level).toLowerCase()} models`,
};
