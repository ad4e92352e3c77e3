import type { QuestionView } from '@assay/contracts';
import { oneLine } from './display-text.js';

/** Marks this answer's option. */
export function describeOpenPoints({ openPoints, readings }: Pick<QuestionView, 'openPoints' | 'readings'>): string[] {
  const chosen = readings.find((reading) => reading.chosen)?.id;
  return openPoints.flatMap(({ id, question, options }) => [
    `${oneLine(question)}  ${id}`,
    ...options.map(
      (option) => `  ${option.reading === chosen ? '●' : '○'} ${oneLine(option.id)}: ${oneLine(option.meaning)}`,
    ),
  ]);
}
