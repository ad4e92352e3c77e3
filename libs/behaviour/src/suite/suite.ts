import type { DatabaseProfile, DatabaseSchema, InstanceKind, SampledTables, SuiteInstance } from '@assay/contracts';
import type { BehaviourClass } from '../classes/classify.js';
import type { Observation, ObservedText } from '../classes/observation.js';
import type { Instance } from '../instances/instance.js';
import type { SchemaModel } from '../instances/schema-model.js';
import type { AskedOutcome } from '../results/answer.js';
import type { StatementFacts } from '../statements/statement-facts.js';
import type { SuiteShares } from './suite-plan.js';

/** A distinct text of the candidates, and what it returned on the target. */
export interface SuiteText {
  /** Canonical hash. */
  id: string;
  /** The text that runs; a guard has let it through. */
  sql: string;
  votes: number;
  target: AskedOutcome;
}

export interface SuiteInput {
  schema: DatabaseSchema;
  profile: DatabaseProfile;
  /** Real rows for mutated instances; null where rows may not be used. */
  sample: SampledTables | null;
  seed: number;
  texts: readonly SuiteText[];
  /** The question asks for an order; null: what most candidates do decides. */
  ordered: boolean | null;
  shares?: SuiteShares;
  /** Instances of an earlier suite of the same question: asked first, as they were. */
  earlier?: readonly SuiteInstance[];
  /** Ordinal of the first new instance, so that no suite of a question draws what an earlier one drew. Default 0. */
  firstOrdinal?: number;
  /** What time it is taken to be where a text reads the clock; the engine's own clock is near it. Default: now. */
  now?: Date;
  /** Whether there is time for one more instance. */
  hasBudget?: () => boolean;
}

/** A text of a suite with all that was seen of it. */
export interface SuiteMember extends ObservedText {
  sql: string;
  facts: StatementFacts;
  observations: Map<number, Observation>;
  timeouts: number;
}

export interface SuiteOutcome {
  model: SchemaModel;
  ordered: boolean;
  /** What was really run, in order. */
  instances: Instance[];
  /** Instances that parted classes, strongly or weakly. */
  parted: { ordinal: number; kind: InstanceKind; isWeak: boolean; classes: number }[];
  classes: BehaviourClass<SuiteMember>[];
  /** The classes as they would be if broken regularities counted. */
  weakClasses: BehaviourClass<SuiteMember>[];
  /** What time it was taken to be; null where no text reads the clock. */
  now: Date | null;
  /** The time was up before all instances were asked. */
  isCutShort: boolean;
  /** Instances whose rows the scratch database did not take: something forbids them that is not known of. */
  refused: number;
}
