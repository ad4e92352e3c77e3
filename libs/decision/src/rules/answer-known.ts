import type { Id } from '@assay/contracts';
import { candidatesOf } from '../candidates.js';
import type { Command } from '../command.js';
import { answering, knownSql } from '../question-run.js';
import { standings } from '../selection/finalists.js';
import { finalistRecord } from '../selection/select-winner.js';
import { endRun } from './end-run.js';
import { knownWarnings, startKnown } from './generate.js';
import type { Rule, Situation } from './situation.js';

/** The newest approved gold SQL that runs answers its question. Without one the question continues. */
export const answerKnown: Rule = (situation) => {
  const { run, attempt } = situation;
  if (run.isKnown !== true || attempt.ordinal > 1) return null;
  const known = knownSql(run, attempt.ordinal);
  if (known === null) return startKnown(situation);
  if (known.status === 'OPEN') return [];
  const task = answering(known);
  return task === null ? null : [...knownWarnings(situation), ...endKnown(situation, task.id)];
};

function endKnown({ run, attempt, now }: Situation, winner: Id): Command[] {
  const candidates = candidatesOf(run, attempt.ordinal);
  const chosen = candidates.filter(({ id }) => id === winner);
  const finalists = standings(chosen, candidates, { seed: run.seed, attempt: attempt.ordinal });
  return [
    {
      type: 'decide',
      attempt: attempt.ordinal,
      decision: {
        selection: { by: 'known', finalists: finalists.map((finalist) => finalistRecord(finalist, 0)) },
        winner,
      },
    },
    ...endRun(run, now, {
      status: 'GOLD',
      result: { result: 'GOLD', sqlList: chosen.map(({ sql }) => ({ sql, failedTests: [] })) },
      // a person's word, not odds
      confidence: 1,
      stopReason: 'A curator approved this SQL for the same question.',
    }),
  ];
}
