import type { DatabaseProfile, DatabaseSchema, InstanceKind, SampledTables, SuiteInstance } from '@assay/contracts';
import type { BehaviourClass } from '../classes/classify.js';
import type { Observation, ObservedText } from '../classes/observation.js';
import type { Instance } from '../instances/instance.js';
import type { SchemaModel } from '../instances/schema-model.js';
import type { AskedOutcome } from '../results/answer.js';
import type { StatementFacts } from '../statements/statement-facts.js';
import type { SuiteShares } from './suite-plan.js';

export interface SuiteText {
  id: string;
  sql: string;
  votes: number;
  target: AskedOutcome;
}

export interface SuiteInput {
  schema: DatabaseSchema;
  profile: DatabaseProfile;
  /** Null if not permitted. */
  sample: SampledTables | null;
  seed: number;
  texts: readonly SuiteText[];
  /** Null: the majority decides. */
  ordered: boolean | null;
  shares?: SuiteShares;
  /** Replayed first. */
  earlier?: readonly SuiteInstance[];
  /** First new ordinal. Default 0. */
  firstOrdinal?: number;
  /** Assumed time, close to the engine's. Default: now. */
  now?: Date;
  hasBudget?: () => boolean;
}

export interface SuiteMember extends ObservedText {
  sql: string;
  facts: StatementFacts;
  observations: Map<number, Observation>;
  timeouts: number;
}

export interface SuiteOutcome {
  model: SchemaModel;
  ordered: boolean;
  instances: Instance[];
  distinguished: { ordinal: number; kind: InstanceKind; isWeak: boolean; classes: number }[];
  classes: BehaviourClass<SuiteMember>[];
  /** Classes by all instances, irregular ones included. */
  weakClasses: BehaviourClass<SuiteMember>[];
  /** Null if no text reads the clock. */
  now: Date | null;
  isCutShort: boolean;
  /** Instances that the scratch database refused, by constraints that the model lacks. */
  refused: number;
}
