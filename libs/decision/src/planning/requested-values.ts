import type { RequestedValues } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';
import { MAX_VALUES, valuesToFind } from './values-to-find.js';

/** Named in question and evidence, and plain words. None if rows may not be sent, because found values reach models. */
export function requestedValues({ question, evidence = [], words = [], settings }: QuestionRun): RequestedValues {
  if (!settings.sendRows) return { values: [] };
  const all = [question, ...evidence].flatMap(valuesToFind);
  const isFirst = (value: string, index: number): boolean =>
    all.findIndex((other) => other.toLowerCase() === value.toLowerCase()) === index;
  return { values: all.filter(isFirst).slice(0, MAX_VALUES), words };
}
