import { applyAdvance, type Advance, type LockedRun, type Queryable } from '@assay/persistence';
import { STORY_PIPELINE_VERSION } from '../stories.config.js';
import { loadStoryRun } from './load-story-run.js';
import { nextStep } from './next-step.js';
import { planAdvance } from './plan-advance.js';
import { writeFinish } from './write-story.js';

/** How an evaluation of stories advances: the pure core decides, this carries it out. */
export class StoryPipeline {
  readonly product = 'story';
  readonly versions: readonly number[] = [STORY_PIPELINE_VERSION];

  /** One step of a run whose row this transaction has locked. Twice does nothing. */
  async advance(connection: Queryable, locked: LockedRun): Promise<Advance[]> {
    const story = await loadStoryRun(connection, locked);
    const commands = nextStep(story.run, locked.now.getTime());
    const advance = planAdvance(story, commands);
    await applyAdvance(connection, locked.id, advance);
    const finish = commands.find((command) => command.type === 'finish');
    if (finish) await writeFinish(connection, locked.id, finish);
    return [advance];
  }
}
