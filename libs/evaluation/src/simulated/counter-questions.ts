import { classesAmong, type SimulatedQuestion } from './simulated-pool.js';

/**
 * The questions without anything right: candidates of right classes, and right texts of others, are gone. Where nothing is
 * left the question is left out.
 *
 * @param refuse whether the candidates that are gone refuse the question; else their SQL is not valid
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
