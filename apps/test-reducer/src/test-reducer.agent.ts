import { coversEveryTestOnce } from '@assay/decision';
import { defineAgent } from '@assay/work/service';
import { likelyDuplicates } from './likely-duplicates.js';
import type { NumberedTest } from '@assay/contracts';

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

/** For the model: missing, repeated or unknown tests. */
function problemOf(groups: readonly { keep: number; duplicates: number[] }[], tests: readonly NumberedTest[]): string {
  const named = groups.flatMap((group) => [group.keep, ...group.duplicates]);
  const known = new Set(tests.map((test) => test.number));
  const missing = [...known].filter((number) => !named.includes(number));
  const repeated = [...new Set(named.filter((number, index) => named.indexOf(number) !== index))];
  const unknown = [...new Set(named.filter((number) => !known.has(number)))];
  const parts = [
    missing.length > 0 ? `in no group: ${missing.join(', ')}` : '',
    repeated.length > 0 ? `in more than one place: ${repeated.join(', ')}` : '',
    unknown.length > 0 ? `no such test: ${unknown.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
