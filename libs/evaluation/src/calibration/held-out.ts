import type { Answer } from '../answers/answer.js';
import { fitLogistic, predict, type LogisticModel, type LogisticSample } from './fit-logistic.js';
import type { Prediction } from './reliability.js';

function samplesOf(answers: readonly Answer[]): LogisticSample[] {
  return answers.flatMap(({ candidates, match }) => {
    const share = candidates?.share ?? null;
    return share === null ? [] : [{ signals: [share], right: match.ex }];
  });
}

/** Intercept and weight of the share, for `confidenceOf`. */
export function fitConfidence(answers: readonly Answer[]): LogisticModel {
  return fitLogistic(samplesOf(answers));
}

/**
 * Cross-validated by database.
 * @returns null with a single one
 */
export function heldOutPredictions(answers: readonly Answer[]): Prediction[] | null {
  const databases = [...Map.groupBy(answers, ({ database }) => database)];
  if (databases.length < 2) return null;
  return databases.flatMap(([database, own]) => {
    const model = fitConfidence(answers.filter((answer) => answer.database !== database));
    return samplesOf(own).map(({ signals, right }) => ({ confidence: predict(model, signals), right }));
  });
}
