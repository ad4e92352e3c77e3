export interface StoryScore {
  dimension: string;
  score: string;
  reason: string | null;
}

const SCORE = /_score$/;

/** For a custom format, every field. */
export function scoresOf(answer: unknown): StoryScore[] {
  const fields = Object.entries(typeof answer === 'object' && answer !== null ? answer : {}) as [string, unknown][];
  const scores = fields.filter(([name]) => SCORE.test(name));
  if (scores.length === 0) {
    return fields.map(([name, value]) => ({ dimension: wordsOf(name), score: textOf(value), reason: null }));
  }
  const byName = new Map(fields);
  return scores.map(([name, value]) => {
    const reason = byName.get(name.replace(SCORE, '_defects'));
    return {
      dimension: wordsOf(name.replace(SCORE, '')),
      score: textOf(value),
      reason: typeof reason === 'string' && reason.trim() !== '' ? reason : null,
    };
  });
}

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
