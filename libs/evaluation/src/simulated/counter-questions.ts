import { classesAmong, type SimulatedQuestion } from './simulated-pool.js';

/**
 * Removes correct candidates; drops questions without others.
 * @param refuse they become refusals instead of invalid SQL
 */
export function counterQuestions(questions: readonly SimulatedQuestion[], refuse: boolean): SimulatedQuestion[] {
  return questions.flatMap((question) => {
    const right = new Set(
      classesAmong(question.candidates)
        .filter(({ representative }) => representative.suite)
        .map(({ behaviour }) => behaviour),
    );
    const candidates = question.candidates.map((text) =>
      text === null || text.suite || right.has(text.behaviour) ? null : text,
    );
    return candidates.every((text) => text === null)
      ? []
      : [{ ...question, candidates, ...(refuse && { refuses: true as const }) }];
  });
}
