import { softmax } from '../calibration/fit-choice.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';

/** Estimated accuracy by system, 0–1. */
export type SystemSkill = ReadonlyMap<string, number>;

const ROUNDS = 20;
const WRONG_RESULTS = 8;
const [LOWEST, HIGHEST] = [0.05, 0.98];
const FIRST_GUESS = 0.7;

/** Expectation maximization after Dawid and Skene (1979), from agreement, one parameter per system. */
export function systemSkill(questions: readonly ExaminedQuestion[]): SystemSkill {
  let skill: SystemSkill = new Map();
  for (let round = 0; round < ROUNDS; round += 1) skill = nextSkill(questions, skill);
  return skill;
}

/** Log odds of each cluster from its members. */
export function clusterEvidence({ clusters }: Pick<ExaminedQuestion, 'clusters'>, skill: SystemSkill): number[] {
  return clusters.map(({ systems }) =>
    systems.reduce((sum, system) => {
      const chance = skill.get(system) ?? FIRST_GUESS;
      return sum + Math.log((chance * WRONG_RESULTS) / (1 - chance));
    }, 0),
  );
}

function nextSkill(questions: readonly ExaminedQuestion[], skill: SystemSkill): SystemSkill {
  const tallies = new Map<string, { right: number; asked: number }>();
  for (const question of questions) {
    const chances = softmax(clusterEvidence(question, skill));
    const lines = [
      ...question.clusters.flatMap(({ systems }, index) =>
        systems.map((system) => [system, chances[index] ?? 0] as const),
      ),
      ...question.failed.map(({ system }) => [system, 0] as const),
    ];
    for (const [system, chance] of lines) {
      // Pseudo-counts for rare systems.
      const tally = tallies.get(system) ?? { right: 1, asked: 2 };
      tallies.set(system, { right: tally.right + chance, asked: tally.asked + 1 });
    }
  }
  const shares = [...tallies].map(([system, { right, asked }]) => [system, right / asked] as const);
  return new Map(shares.map(([system, share]) => [system, Math.min(HIGHEST, Math.max(LOWEST, share))]));
}
