import { QUEUE_OF_STAGE, newId, type Id } from '@assay/contracts';
import type { CloseStage, Command, StartStage } from '@assay/decision';
import { eventRow, type Advance, type Queryable } from '@assay/persistence';
import { MAX_ATTEMPTS, RUN_SECONDS } from '@assay/work';
import { stageKey, type LoadedQuestion } from './load-question-run.js';
import { writeAdvance } from './write-question.js';

/** Writes a decision; null, and nothing written, if the run's revision has changed. */
export async function executeCommands(
  connection: Queryable,
  question: LoadedQuestion,
  commands: readonly Command[],
): Promise<Advance | null> {
  const advance = planAdvance(question, commands);
  return (await writeAdvance(connection, question.row, advance, commands)) ? advance : null;
}

/** The product-neutral part of the commands as rows. */
function planAdvance(question: LoadedQuestion, commands: readonly Command[]): Advance {
  const advance: Advance = {
    stages: [],
    tasks: [],
    close: [],
    cancel: [],
    events: [],
    wakeAt: pendingWake(question, commands),
    finish: null,
    // the next stage follows in a second write, after the context
    ...(commands.some(({ type }) => type === 'build-context') ? { continues: true as const } : {}),
  };
  const priority = priorityOf(question.workspace.openTasks);
  for (const command of commands) {
    switch (command.type) {
      case 'start-stage':
        addStage(advance, question, command, priority);
        break;
      case 'close-stage':
        closeStage(advance, question, command);
        break;
      case 'emit':
        advance.events.push(eventRow(command.event));
        break;
      case 'finish':
        advance.finish = { status: command.status, error: command.error, stopReason: command.stopReason };
        break;
      case 'start-attempt':
      case 'end-attempt':
      case 'decide':
      case 'wake-at':
      case 'build-context':
        break;
    }
  }
  return advance;
}

function addStage(advance: Advance, question: LoadedQuestion, command: StartStage, priority: number): void {
  const { attempt, kind, round, advanceAt } = command;
  const { maxTokens, maxCalls, maxCostUsd } = question.run.settings;
  const id = newId();
  const input = { ...command.input, limits: { maxTokens, maxCalls, maxCostUsd } };
  advance.stages.push({ id, attempt, kind, round, input, total: command.tasks.length, lookAtOpen: advanceAt });
  for (const task of command.tasks) {
    advance.tasks.push({
      id: newId(),
      stage: id,
      workspace: question.workspace.id,
      ordinal: task.ordinal,
      queue: QUEUE_OF_STAGE[kind],
      priority,
      maxAttempts: MAX_ATTEMPTS,
      runSeconds: RUN_SECONDS,
      payload: { ...(task.payload as object), seed: task.seed },
    });
  }
}

function closeStage(advance: Advance, question: LoadedQuestion, command: CloseStage): void {
  const id: Id | undefined = question.stageIds.get(stageKey(command.attempt, command.kind, command.round));
  if (id !== undefined) advance.close.push(id);
  advance.cancel.push(...command.cancel.map((task) => ({ task, straggler: command.stragglers })));
}

function pendingWake({ run, row }: LoadedQuestion, commands: readonly Command[]): number | null {
  const asked = commands.findLast((command) => command.type === 'wake-at');
  if (asked) return asked.at;
  return run.wakeAt !== null && run.wakeAt > row.now.getTime() ? run.wakeAt : null;
}

/** Running tasks per priority step: jobs of busy workspaces come later. */
const TASKS_PER_PRIORITY = 100;
const LOWEST_PRIORITY = 20;

function priorityOf(openTasks: number): number {
  return Math.min(LOWEST_PRIORITY, Math.floor(openTasks / TASKS_PER_PRIORITY));
}
