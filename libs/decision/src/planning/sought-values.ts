import type { SoughtValues } from '@assay/contracts';
import type { QuestionRun } from '../question-run.js';
import { MAX_VALUES, valuesToFind } from './values-to-find.js';

/**
 * What is looked up in the target database before anything is asked: values that question and evidence name, and plain
 * words. Nothing where rows may not be sent, since what is found reaches the models.
 */
export function soughtValues({ question, evidence = [], words = [], settings }: QuestionRun): SoughtValues {
  if (!settings.sendRows) return { values: [] };
  const all = [question, ...evidence].flatMap(valuesToFind);
  const isFirst = (value: string, index: number): boolean =>
    all.findIndex((other) => other.toLowerCase() === value.toLowerCase()) === index;
  return { values: all.filter(isFirst).slice(0, MAX_VALUES), words };
}
