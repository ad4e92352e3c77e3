import { InfrastructureError, PermanentError, toErrorNote, type Id } from '@assay/contracts';
import { readReplayedTask, storable, type Database, type ReplayedTask } from '@assay/persistence';
import type { BlockStore } from '../block-store.js';
import type { TaskContext, TaskHandler } from '../task-context.js';
import { RecordEnded } from './record-ended.js';
import { partText, type PromptReference } from '../models/prompt-reference.js';
import { plain, ReplayJournal, type PromptTexts } from './replay-journal.js';
import type { TaskReplay } from './replay-request.js';

type Ending = { kind: 'done'; result: unknown } | { kind: 'record-ended' } | { kind: 'failed'; code: string };

/**
 * Replays an ended task over its journal with today's code. Calls nothing and writes nothing.
 * @throws PermanentError TASK_UNKNOWN
 */
export async function replayTask(
  parts: { database: Database; blocks: BlockStore },
  handler: TaskHandler,
  id: Id,
  signal: AbortSignal,
): Promise<TaskReplay> {
  const task = await readReplayedTask(parts.database, id);
  if (task === null) throw new PermanentError('TASK_UNKNOWN', `Task ${id} is not on record, or has not ended.`);
  const journal = new ReplayJournal(task, promptTexts(parts.blocks, task.workspace ?? ''));
  const ending = await endingOf(handler, contextOf(task, journal, signal));
  compareEndings(task, ending, journal);
  const differences = journal.differences();
  return ending.kind === 'done' ? { differences, result: ending.result } : { differences };
}

async function endingOf(handler: TaskHandler, context: TaskContext): Promise<Ending> {
  try {
    return { kind: 'done', result: (await handler.handle(context)).result };
  } catch (error) {
    const unread = error instanceof InfrastructureError && error.code === 'RECORD_UNAVAILABLE';
    // unreadable is no difference
    if (context.signal.aborted || unread) throw error;
    const { code } = toErrorNote(error);
    const isOver = error instanceof RecordEnded || error instanceof InfrastructureError || code === 'ANSWER_MISSING';
    return isOver ? { kind: 'record-ended' } : { kind: 'failed', code };
  }
}

/** A task cut off early has only its path to compare. */
function compareEndings(task: ReplayedTask, ending: Ending, journal: ReplayJournal): void {
  if (task.status === 'DONE') {
    const today = ending.kind === 'done' ? storable(withoutIds(ending.result)) : ending;
    journal.noteOfTask('result', withoutIds(task.result), today);
  } else if (task.status === 'DEAD' && ending.kind !== 'record-ended') {
    const today = ending.kind === 'failed' ? { code: ending.code } : { result: ending.result };
    journal.noteOfTask('error', { code: task.error?.code }, today);
  }
}

/** Ids differ each time. */
function withoutIds(result: unknown): unknown {
  return JSON.parse(JSON.stringify(plain(result), (key, value: unknown) => (key === 'id' ? undefined : value)));
}

function contextOf(task: ReplayedTask, journal: ReplayJournal, signal: AbortSignal): TaskContext {
  const { workspace, run, stage, payload, ordinal } = task;
  return {
    task: task.task,
    ordinal,
    attempts: 1,
    claim: task.task,
    workspace: workspace ?? '',
    run,
    stage,
    input: stage.input,
    payload,
    journal,
    replay: journal,
    signal,
  };
}

/** Null if erased or absent. */
function promptTexts(blocks: BlockStore, workspace: Id): PromptTexts {
  return async (request) => {
    const { system, parts, tail } = (request ?? {}) as Partial<PromptReference>;
    if (system === undefined || parts === undefined) return null;
    try {
      const texts = parts.map((part) => partText(part, (hash) => blocks.text(workspace, hash)));
      const user = [...(await Promise.all(texts)), tail ?? ''].join('');
      return [await blocks.text(workspace, system), user];
    } catch (error) {
      if (error instanceof PermanentError && error.code === 'BLOCK_MISSING') return null;
      throw error;
    }
  };
}
