import { isTerminal, type Id } from '@assay/contracts';
import {
  applyAdvance,
  lockRun,
  type Advance,
  type Database,
  type Queryable,
  type RunRow,
  type RunAdvance,
} from '@assay/persistence';
import { loadStoryRun } from './load-story-run.js';
import { nextCommands } from './next-commands.js';
import { planAdvance } from './plan-advance.js';
import { ttsSchema } from '../narration/tts-schema.js';
import { finishEvaluation } from '../sql/finish-evaluation.js';
import { readSpokenLines } from '../sql/read-spoken-lines.js';
import { writeTtsSchemas } from '../sql/write-tts-schemas.js';
import type { FinishStory } from './story-command.js';

export class StoryPipeline {
  readonly product = 'story';

  /** `over` if it has ended. Idempotent. */
  advance(database: Database, id: Id): Promise<RunAdvance | 'over'> {
    return database.transaction(async (connection) => {
      const run = await lockRun(connection, id);
      if (!run || isTerminal(run.status)) return 'over';
      return { run, written: [await this.advanceLocked(connection, run)] };
    });
  }

  private async advanceLocked(connection: Queryable, locked: RunRow): Promise<Advance> {
    const story = await loadStoryRun(connection, locked);
    const commands = nextCommands(story.run, locked.now.getTime());
    const advance = planAdvance(story, commands);
    await applyAdvance(connection, locked.id, locked.revision, advance);
    const finish = commands.find((command) => command.type === 'finish');
    if (finish) await writeFinish(connection, locked.id, finish);
    return advance;
  }
}

/** Also stores the speech of each narrated candidate. */
async function writeFinish(connection: Queryable, run: Id, finish: FinishStory): Promise<void> {
  await finishEvaluation(connection, run, finish);
  const narrated = await readSpokenLines(connection, run);
  if (narrated.length === 0) return;
  const schemas = narrated.map(({ candidate, lines }) => ({ candidate, schema: ttsSchema(lines) }));
  await writeTtsSchemas(connection, run, schemas);
}
