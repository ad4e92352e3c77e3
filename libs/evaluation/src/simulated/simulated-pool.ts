import type { ExaminedQuestion, ExaminedText } from '../pool/examined-question.js';
import type { RightTexts } from '../suite/suite-figures.js';

/** A text of a question as the simulation knows it. */
export interface SimulatedText extends ExaminedText {
  /** Place of its class among the question's classes of equal behaviour. */
  behaviour: number;
  /** Right on the suite: the simulation's truth. */
  suite: boolean;
  ex: boolean;
}

/** A question with the candidates of some systems, each of which stands for one call of a generator. */
export interface SimulatedQuestion {
  id: string;
  database: string;
  /** One per system that was asked, in an order drawn from the seed; null where its candidate returned nothing. */
  candidates: (SimulatedText | null)[];
  /** Whether candidates that return nothing refuse the question; else their SQL is not valid. */
  refuses?: true;
}

/** The questions with the candidates of these systems; classes are those of the given seed's instances. */
export function simulatedQuestions(
  examined: readonly ExaminedQuestion[],
  right: RightTexts,
  systems: readonly string[],
  seed: number,
  inOrder: (systems: readonly string[], question: string) => string[],
): SimulatedQuestion[] {
  return examined.map((question) => {
    const behaviours = question.behaviours[seed]?.classes ?? [];
    const classOf = new Map(behaviours.flatMap(({ texts }, index) => texts.map((id) => [id, index] as const)));
    const bySystem = new Map(
      question.texts.flatMap((text) => {
        const known: SimulatedText = {
          ...text,
          // A text that no instance told of is a class of its own result.
          behaviour: classOf.get(text.id) ?? behaviours.length + text.cluster,
          suite: right.get(question.id)?.has(text.sql) === true,
          ex: question.clusters[text.cluster]?.match.ex === true,
        };
        return text.systems.map((system) => [system, known] as const);
      }),
    );
    const candidates = inOrder(systems, question.id).map((system) => bySystem.get(system) ?? null);
    return { id: question.id, database: question.database, candidates };
  });
}

/** Candidates that behave alike, and the one that stands for them. */
export interface SimulatedClass {
  behaviour: number;
  /** How many candidates gave each of its texts, by the text's id. */
  texts: Map<string, number>;
  votes: number;
  representative: SimulatedText;
}

/** The classes among the first so many candidates: most votes first, then the one that was brought up first. */
export function classesAmong(candidates: readonly (SimulatedText | null)[]): SimulatedClass[] {
  const valid = candidates.filter((candidate) => candidate !== null);
  const classes = [...Map.groupBy(valid, ({ behaviour }) => behaviour)].map(([behaviour, members]) => {
    const byText = Map.groupBy(members, ({ id }) => id);
    const texts = new Map([...byText].map(([id, same]) => [id, same.length]));
    const order = [...byText.values()].flatMap(([first]) => first ?? []);
    const [representative] = order.sort(
      (left, right) => (texts.get(right.id) ?? 0) - (texts.get(left.id) ?? 0) || left.complexity - right.complexity,
    );
    return representative === undefined ? [] : [{ behaviour, texts, votes: members.length, representative }];
  });
  return classes.flat().sort((left, right) => right.votes - left.votes);
}
