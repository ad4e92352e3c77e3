import { isJsonObject, type JsonSchema } from './json-schema.js';

export interface ScoreField {
  name: string;
  minimum: number;
  maximum: number;
}

export interface EvaluationTotal {
  /** 0–40 with the four dimensions. */
  total: number;
  /** 0–100. */
  score: number;
}

const SCORE_SUFFIX = '_score';

/** Fields that count as scores: required numbers with bounds. If any of them ends in `_score`, only those that do. */
export function scoresOf(format: JsonSchema): ScoreField[] {
  const required: unknown[] = Array.isArray(format['required']) ? format['required'] : [];
  const properties = isJsonObject(format['properties']) ? format['properties'] : {};
  const bounded = Object.entries(properties).flatMap(([name, property]): ScoreField[] => {
    if (!required.includes(name) || !isJsonObject(property)) return [];
    const { type, minimum, maximum } = property;
    if (type !== 'integer' && type !== 'number') return [];
    if (typeof minimum !== 'number' || typeof maximum !== 'number' || minimum >= maximum) return [];
    return [{ name, minimum, maximum }];
  });
  const named = bounded.filter(({ name }) => name.endsWith(SCORE_SUFFIX));
  return named.length > 0 ? named : bounded;
}

/** @param evaluation valid by `format` */
export function totalOf(format: JsonSchema, evaluation: Readonly<Record<string, unknown>>): EvaluationTotal {
  const scores = scoresOf(format);
  const sum = (pick: (field: ScoreField) => number): number => scores.reduce((total, field) => total + pick(field), 0);
  const total = sum(({ name }) => Number(evaluation[name]));
  const least = sum(({ minimum }) => minimum);
  const most = sum(({ maximum }) => maximum);
  return { total, score: (100 * (total - least)) / (most - least) };
}
