import type { PreparePayload } from '@assay/contracts';
import { MINIMUM_SUCCESSES } from '../minimum-successes.js';
import { requestedValues } from '../planning/requested-values.js';
import { endInError } from './end-run.js';
import { stageOf, successes, type Rule } from './situation.js';
import { startStage } from './stage-commands.js';
import { commonError } from './task-errors.js';

/** Once per question. */
export const prepare: Rule = (situation) => {
  const { run, now } = situation;
  if (run.context !== null) return null;
  const stage = stageOf(situation, 'prepare');
  if (stage === null) {
    const payload: PreparePayload = requestedValues(run);
    return startStage(situation, 'prepare', { workspace: run.workspace }, [payload]);
  }
  if (stage.status === 'OPEN') return [];
  if (successes(stage) < MINIMUM_SUCCESSES.prepare) return endInError(run, now, commonError(stage.tasks));
  return [{ type: 'build-context' }];
};
