import { classVotes } from '../spending/class-votes.js';
import { endByTable } from './answer.js';
import { stageOf, type Rule } from './situation.js';

/**
 * `instant`: the behaviour of more than half of the valid candidates (at least two) may answer untested, if likely
 * enough; else the question fails.
 */
export const answerUntested: Rule = (situation) => {
  const { run, attempt, now } = situation;
  if (run.settings.effort !== 'instant') return null;
  if (stageOf(situation, 'probe')?.status === 'OPEN') return [];
  const votes = classVotes(run, attempt.ordinal).map(({ texts }) => texts.reduce((sum, count) => sum + count, 0));
  const all = votes.reduce((sum, count) => sum + count, 0);
  const isUntested = all > 1 && Math.max(...votes) > all / 2;
  return endByTable(run, now, { isUntested });
};
