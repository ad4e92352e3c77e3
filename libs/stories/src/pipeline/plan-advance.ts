import { newId } from '@assay/contracts';
import { RUN_SECONDS } from '@assay/work';
import { eventRow, type Advance, type NewTask } from '@assay/persistence';
import type { LoadedStory } from './load-story-run.js';
import type { StartStoryStage, StoryCommand } from './story-command.js';

/** One attempt, one round per stage. */
const ONLY = 1;

export function planAdvance(story: LoadedStory, commands: readonly StoryCommand[]): Advance {
  const advance: Advance = {
    stages: [],
    tasks: [],
    close: [],
    cancel: [],
    events: [],
    // Not needed: the sweep finds ended tasks and passed deadlines.
    wakeAt: null,
    finish: null,
  };
  for (const command of commands) {
    switch (command.type) {
      case 'start-stage':
        addStage(advance, story, command);
        break;
      case 'close-stage': {
        const id = story.stageIds.get(command.kind);
        if (id !== undefined) advance.close.push(id);
        advance.cancel.push(...command.cancel.map((task) => ({ task, straggler: false })));
        break;
      }
      case 'emit':
        advance.events.push(eventRow(command.event));
        break;
      case 'finish':
        advance.finish = { status: command.status, error: command.error, stopReason: command.stopReason };
        break;
    }
  }
  return advance;
}

function addStage(advance: Advance, { run }: LoadedStory, { kind, payloads }: StartStoryStage): void {
  const { attempts, fallbackModel } = run.settings;
  const id = newId();
  const total = payloads.length;
  advance.stages.push({ id, attempt: ONLY, kind, round: ONLY, input: run.settings, total, lookAtOpen: 0 });
  advance.tasks.push(
    ...payloads.map((payload, index): NewTask => ({
      id: newId(),
      stage: id,
      workspace: null,
      ordinal: index + 1,
      queue: 'story-evaluator',
      priority: 0,
      // One more attempt, for the fallback model.
      maxAttempts: attempts + (fallbackModel === null ? 0 : 1),
      runSeconds: RUN_SECONDS,
      payload,
    })),
  );
}
