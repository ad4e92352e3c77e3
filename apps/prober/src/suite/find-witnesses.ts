import {
  findWitness,
  type BehaviourClass,
  type InstanceEngine,
  type SuiteMember,
  type SuiteOutcome,
  type Witness,
} from '@assay/behaviour';
import type { Id, ProbePayload } from '@assay/contracts';

export interface FoundWitness {
  a: Id;
  b: Id;
  witness: Witness;
}

const MOST_CLASSES = 4;

/** Witnesses between classes, most votes first, then within weakly split classes. */
export async function findWitnesses(
  outcome: SuiteOutcome,
  { texts }: ProbePayload,
  engine: InstanceEngine,
  hasBudget: () => boolean,
): Promise<FoundWitness[]> {
  const own = new Map(texts.map(({ candidate }, index) => [candidate, index]));
  const pairs = [...pairsOf(outcome.classes, own), ...weakPairsOf(outcome, own)];
  const found: FoundWitness[] = [];
  for (const [one, other] of pairs) {
    if (!hasBudget()) break;
    const witness = await findWitness(outcome, [one, other], engine, hasBudget);
    if (witness !== null) found.push({ a: one.id, b: other.id, witness });
  }
  return found;
}

/** Candidates of this attempt by index; the first represents its class. */
type Own = ReadonlyMap<Id, number>;
type Pair = [SuiteMember, SuiteMember];

function pairsOf(classes: readonly BehaviourClass<SuiteMember>[], own: Own): Pair[] {
  const firsts = firstsOf(classes, own).slice(0, MOST_CLASSES);
  return firsts.flatMap((one, index) => firsts.slice(index + 1).map((other): Pair => [one, other]));
}

function weakPairsOf({ classes, weakClasses }: SuiteOutcome, own: Own): Pair[] {
  return classes.flatMap(({ texts }) => {
    const within = weakClasses.filter((weak) => weak.texts.some((text) => texts.includes(text)));
    const [one, other] = firstsOf(within, own).filter((text) => texts.includes(text));
    return one === undefined || other === undefined ? [] : [[one, other] satisfies Pair];
  });
}

function firstsOf(classes: readonly BehaviourClass<SuiteMember>[], own: Own): SuiteMember[] {
  return classes.flatMap(({ texts }) => {
    const mine = texts.filter(({ id }) => own.has(id));
    return mine.sort((one, other) => (own.get(one.id) ?? 0) - (own.get(other.id) ?? 0)).slice(0, 1);
  });
}
