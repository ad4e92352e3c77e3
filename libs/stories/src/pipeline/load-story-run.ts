import type { StoryEvaluationStatus } from '@assay/contracts';
import { readStages, type RunRow, type Queryable, type StageRow } from '@assay/persistence';
import type { StoryRun, StorySettings, StoryStage, StoryStageKind } from './story-run.js';

interface Row {
  settings: StorySettings;
  chunks: { candidate: number; chunk: number }[];
}

const statement = {
  name: 'load_story_run',
  text: `select e.settings,
            coalesce((select jsonb_agg(jsonb_build_object('candidate', c.ordinal, 'chunk', chunk)
                                       order by c.ordinal, chunk)
                      from assay.story_candidates c, unnest(c.chunks) chunk where c.run_id = e.run_id), '[]') as chunks
     from assay.story_evaluations e where e.run_id = $1`,
};

/** An evaluation as the coordinator works on it: the pure core's view, and the ids of its stages. */
export interface LoadedStory {
  run: StoryRun;
  stageIds: ReadonlyMap<StoryStageKind, string>;
}

/** Reads a locked run: three queries, no texts, no tool calls. */
export async function loadStoryRun(connection: Queryable, locked: RunRow): Promise<LoadedStory> {
  const [row] = await connection.query<Row>(statement, [locked.id]);
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
