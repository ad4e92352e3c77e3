import { count, describeLeftOut } from '@assay/client';
import type { AttemptView } from './attempt-view.js';

/** `11 tests × 5 SQLs, 55 verdicts, 3 looked at again`. */
export function countVerdicts({ kept, judged, attempt }: AttemptView): string {
  const again = attempt.verdicts.filter(({ by }) => by === 'supervisor').length;
  const first = attempt.verdicts.length - again;
  const numbers = `${count(kept.length, 'test')} × ${count(judged.length, 'SQL')}, ${count(first, 'verdict')}`;
  return again === 0 ? numbers : `${numbers}, ${again} looked at again by the supervisor`;
}

export function explainNonFinalists(view: AttemptView): string[] {
  const finalists = new Set(view.attempt.selection?.finalists.map(({ candidate }) => candidate));
  const spokenFor = view.judged.filter(({ id }) => finalists.has(id));
  const speaking = view.judged.flatMap(({ id, cluster }) => {
    if (finalists.has(id) || view.passRate(id) !== 100 || cluster === null) return [];
    const same = spokenFor.find((finalist) => finalist.cluster === cluster);
    if (same === undefined) return [];
    return [`${view.nameOf(id)} passes every test, too, and returns the same as ${view.nameOf(same.id)}.`];
  });
  return [...speaking, ...describeLeftOut({ selection: view.attempt.selection })];
}
