import { defineAgent, verdictEvents } from '@assay/work/service';
import { review } from './review.js';
import { tryTests } from './try-tests.js';

export const SupervisorModule = defineAgent({
  name: 'supervisor',
  run: (task) => ('contested' in task.payload ? tryTests(task, task.payload) : review(task, task.payload)),
  events: (result, { input, payload }) => {
    if ('decisions' in result) {
      return result.decisions.flatMap(({ number, decision, reason }) => {
        const test = input.tests.find((each) => each.number === number);
        return test === undefined ? [] : [{ type: 'test-tried' as const, test: test.id, decision, reason }];
      });
    }
    if (!('candidate' in payload)) return [];
    return verdictEvents(payload.candidate.id, input.tests, result.reviews, 'supervisor');
  },
});
