import type { ExaminedQuestion, ExaminedText } from '../pool/examined-question.js';
import type { NamedPool } from './simulated-pools.js';
import type { RightTexts } from '../suite/suite-figures.js';

export interface SimulatedText extends ExaminedText {
  behaviour: number;
  /** Correct on the suite: the simulation's truth. */
  suite: boolean;
  ex: boolean;
  /** Relatives pass for samples of one model. */
  model: string;
}

/** Each candidate is one generator call. */
export interface SimulatedQuestion {
  id: string;
  database: string;
  /** One per system, in seeded order; null if the system has no result. */
  candidates: (SimulatedText | null)[];
  /** Systems without a result refuse; otherwise they write invalid SQL. */
  refuses?: true;
}

/** @param seed index of the seed of the instances by which texts are classified */
export function simulatedQuestions(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  { name, systems, areRelated }: NamedPool,
  seed: number,
  inOrder: (systems: readonly string[], question: string) => string[],
): SimulatedQuestion[] {
  return examined.map((question) => {
    const behaviours = question.behaviours[seed]?.classes ?? [];
    const classOf = new Map(behaviours.flatMap(({ texts }, index) => texts.map((id) => [id, index] as const)));
    const bySystem = new Map(
      question.texts.flatMap((text) => {
        const known = {
          ...text,
          // Missing in the instances: by result.
          behaviour: classOf.get(text.id) ?? behaviours.length + text.cluster,
          suite: right.get(question.id)?.has(text.sql) === true,
          ex: question.clusters[text.cluster]?.match.ex === true,
        };
        return text.systems.map((system) => [system, { ...known, model: areRelated ? name : system }] as const);
      }),
    );
    const candidates = inOrder(systems, question.id).map((system) => bySystem.get(system) ?? null);
    return { id: question.id, database: question.database, candidates };
  });
}

export interface SimulatedClass {
  behaviour: number;
  texts: Map<string, number>;
  models: number;
  votes: number;
  representative: SimulatedText;
}

/** Most votes first, then first appearance. */
export function classesAmong(candidates: readonly (SimulatedText | null)[]): SimulatedClass[] {
  const valid = candidates.filter((candidate) => candidate !== null);
  const classes = [...Map.groupBy(valid, ({ behaviour }) => behaviour)].map(([behaviour, members]) => {
    const byText = Map.groupBy(members, ({ id }) => id);
    const texts = new Map([...byText].map(([id, same]) => [id, same.length]));
    const models = new Set(members.map(({ model }) => model)).size;
    const order = [...byText.values()].flatMap(([first]) => first ?? []);
    const [representative] = order.sort(
      (left, right) => (texts.get(right.id) ?? 0) - (texts.get(left.id) ?? 0) || left.complexity - right.complexity,
    );
    return representative === undefined ? [] : [{ behaviour, texts, models, votes: members.length, representative }];
  });
  return classes.flat().sort((left, right) => right.votes - left.votes);
}
