import { isTerminal, type Id } from '@assay/contracts';
import {
  applyAdvance,
  endingAdvance,
  lockRun,
  type Advance,
  type Database,
  type Queryable,
  type RunEnding,
  type RunRow,
  type RunAdvance,
} from '@assay/persistence';
import type { TaskStarts } from '@assay/work';
import { STORY_PIPELINE_VERSION } from '../stories.config.js';
import { loadStoryRun } from './load-story-run.js';
import { nextCommands } from './next-commands.js';
import { planAdvance } from './plan-advance.js';
import { writeFinish } from './write-story.js';

/** Executes the core's decisions for story evaluations. */
export class StoryPipeline {
  readonly product = 'story';
  readonly versions: readonly number[] = [STORY_PIPELINE_VERSION];

  /** Locks and advances a run; `over` if it has ended. Idempotent. `starts` claims new tasks. */
  advance(database: Database, id: Id, starts?: TaskStarts): Promise<RunAdvance | 'over'> {
    return database.transaction(async (connection) => {
      const run = await lockRun(connection, id);
      if (!run || isTerminal(run.status)) return 'over';
      return { run, written: [await this.advanceLocked(connection, run, starts)] };
    });
  }

  /** Ends a locked evaluation of any version without a decision. */
  async end(connection: Queryable, run: RunRow, ending: RunEnding): Promise<Advance> {
    const { status, error } = ending;
    const advance = endingAdvance(ending, {
      type: 'story-evaluation-finished',
      body: { status, choice: null, error },
    });
    await applyAdvance(connection, run.id, run.revision, advance);
    return advance;
  }

  private async advanceLocked(connection: Queryable, locked: RunRow, starts?: TaskStarts): Promise<Advance> {
    const story = await loadStoryRun(connection, locked);
    const commands = nextCommands(story.run, locked.now.getTime());
    const advance = planAdvance(story, commands);
    starts?.claim(advance);
    await applyAdvance(connection, locked.id, locked.revision, advance);
    const finish = commands.find((command) => command.type === 'finish');
    if (finish) await writeFinish(connection, locked.id, finish);
    return advance;
  }
}
