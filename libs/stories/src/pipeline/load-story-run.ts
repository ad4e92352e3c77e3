import type { StoryEvaluationStatus } from '@assay/contracts';
import { readStages, type RunRow, type Queryable, type StageRow } from '@assay/persistence';
import { readStoryRun } from '../sql/read-story-run.js';
import type { StoryRun, StoryStage, StoryStageKind } from './story-run.js';

export interface LoadedStory {
  run: StoryRun;
  stageIds: ReadonlyMap<StoryStageKind, string>;
}

/** Three queries, without texts. */
export async function loadStoryRun(connection: Queryable, locked: RunRow): Promise<LoadedStory> {
  const row = await readStoryRun(connection, locked.id);
  if (!row) throw new Error(`run ${locked.id} has no story evaluation`);
  const stages = await readStages(connection, locked.id);
  return {
    run: {
      id: locked.id,
      status: locked.status as StoryEvaluationStatus,
      settings: row.settings,
      chunks: row.chunks,
      cancelRequested: locked.cancelRequested,
      deadlineAt: locked.deadlineAt.getTime(),
      stages: stages.map(stageOf),
    },
    stageIds: new Map(stages.map(({ kind, id }) => [kind as StoryStageKind, id])),
  };
}

function stageOf(row: StageRow): StoryStage {
  return {
    kind: row.kind,
    status: row.closedAt === null ? 'OPEN' : 'CLOSED',
    startedAt: row.startedAt.getTime(),
    tasks: row.tasks.map(({ id, ordinal, status, payload, result, error, straggler, duplicateOf }) => ({
      id,
      ordinal,
      status,
      payload,
      result,
      error: status === 'DEAD' ? error : null,
      straggler,
      duplicateOf,
      elapsedMs: null,
    })),
  } as StoryStage;
}
