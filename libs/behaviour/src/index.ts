export { cellKeys, rowKey } from './results/cell-key.js';
export type { AskedOutcome } from './results/answer.js';
export type { InstanceEngine } from './suite/instance-engine.js';
export { runSuite } from './suite/run-suite.js';
export type { SuiteInput, SuiteMember, SuiteOutcome, SuiteText } from './suite/suite.js';
export { sharesOf, type SuiteShares } from './suite/suite-plan.js';
export type { BehaviourClass } from './classes/classify.js';
export type {
  Instance,
  InstanceRow,
  InstanceValue,
  ScratchColumn,
  ScratchSchema,
  ScratchTable,
} from './instances/instance.js';
export {
  NOTHING_DECLARED,
  takeProfile,
  withoutLabels,
  withoutValues,
  type TakenProfile,
} from './profile/take-profile.js';
export { withNeutralLabels } from './profile/neutral-labels.js';
export { placeText } from './suite/place-text.js';
export { findWitness, type Witness } from './witness/find-witness.js';
export { namedTables } from './suite/named-tables.js';
export { testMetrics, type MetricClaim } from './metrics/test-metrics.js';
