import { coversEveryTestOnce } from '@assay/decision';
import { defineAgent } from '@assay/work/service';
import { likelyDuplicates } from './likely-duplicates.js';
import { problemOf } from './problem-of-groups.js';

const TEMPERATURE = 0.2;

/** Retries of groups that are no partition. */
const REASKS = 1;

export const TestReducerModule = defineAgent({
  name: 'test-reducer',
  run: async ({ input: { tests }, ask }) => {
    const pairs = likelyDuplicates(tests);
    let previousProblem: string | null = null;
    let reasoning = '';
    for (let reasks = 0; reasks <= REASKS; reasks += 1) {
      const answer = await ask({ tests, likelyDuplicates: pairs, previousProblem }, { temperature: TEMPERATURE });
      ({ reasoning } = answer);
      if (coversEveryTestOnce(answer.groups, tests.length)) return { reasoning, groups: answer.groups, reasks };
      previousProblem = problemOf(answer.groups, tests);
    }
    return { reasoning, groups: null, reasks: REASKS };
  },
});
