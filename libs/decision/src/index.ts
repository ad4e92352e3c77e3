export { applyCommands } from './apply-commands.js';
export type { CloseStage, Command, Decide, EndAttempt, Finish, StartAttempt, StartStage } from './command.js';
export { nextCommands } from './next-commands.js';
export type { AttemptDecision, AttemptState, QuestionRun, StageState, StageTask } from './question-run.js';
export { newRun, wavesOf } from './question-run.js';
export { namesInOrder, swappedColumns } from './selection/named-columns.js';
export { median, witnessesAwaitedUntil } from './stragglers.js';
export { followedShare, type ReportedFaults } from './spending/followed-share.js';
export { planGeneration } from './planning/plan-generation.js';
export { planTests } from './planning/plan-tests.js';
export { requestedValues } from './planning/requested-values.js';
export { informativeWitnesses } from './behaviour/informative-witnesses.js';
export { comparableStatement } from './judged-tests/comparable-statement.js';
export { dedupeTests } from './judged-tests/dedupe-tests.js';
export { readTests } from './judged-tests/read-tests.js';
export { coversEveryTestOnce } from './judged-tests/reduce-tests.js';
export { decisionsOf } from './judged-tests/tried-tests.js';
export { verdictOf } from './verdicts/verdict-of.js';
export { decideAfterReview, decideCase } from './verdicts/decide-case.js';
export type { VerdictRow } from './verdicts/verdict-matrix.js';
export { parseVerdicts } from './verdicts/parse-verdicts.js';
export { confidenceOf } from './outcome/confidence.js';
export { latest } from './readings/open-readings.js';
export { settle, type SettledAnswer, type SettleRefusal } from './readings/settle.js';
export { projectAttempts } from './record/project-attempts.js';
export { settledAttempts } from './record/settled-attempts.js';
export {
  oddsOf,
  oddsSignals,
  ODDS_WEIGHTS,
  type ClassEvidence,
  type OddsWeights,
  type Reliabilities,
} from './odds/odds.js';
export { judgeLessons } from './odds/lessons.js';
export { observationWeight, reliabilityOf, verdictWeights, type JudgeTally } from './odds/reliability.js';
