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
  /** Real rows for mutated instances; null if not permitted. */
  sample: SampledTables | null;
  seed: number;
  texts: readonly SuiteText[];
  /** The question asks for an order; null: the majority of candidates decides. */
  ordered: boolean | null;
  shares?: SuiteShares;
  /** Recorded instances of an earlier suite, replayed first. */
  earlier?: readonly SuiteInstance[];
  /** First new ordinal, so that a question's suites do not repeat draws. Default 0. */
  firstOrdinal?: number;
  /** Assumed time for texts that read the clock, close to the engine's clock. Default: now. */
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
  /** Instances that split classes, strongly or weakly. */
  parted: { ordinal: number; kind: InstanceKind; isWeak: boolean; classes: number }[];
  classes: BehaviourClass<SuiteMember>[];
  /** Classes if instances with broken regularities also counted. */
  weakClasses: BehaviourClass<SuiteMember>[];
  /** Assumed time; null if no text reads the clock. */
  now: Date | null;
  isCutShort: boolean;
  /** Instances rejected by unknown constraints. */
  refused: number;
}
