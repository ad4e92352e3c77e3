export { applyCommands } from './apply-commands.js';
export type {
  BuildContext,
  CloseStage,
  Command,
  Decide,
  EmitEvent,
  EndAttempt,
  Finish,
  PlannedTask,
  StartAttempt,
  StartStage,
  WakeAt,
} from './command.js';
export { nextCommands } from './next-commands.js';
export type {
  AttemptDecision,
  AttemptState,
  QuestionRun,
  Score,
  StageState,
  StageTask,
  TestPlan,
} from './question-run.js';
export { namesInOrder, swappedColumns } from './selection/named-columns.js';
export { median, witnessesAwaitedUntil } from './stragglers.js';
export { coin, derivedSeed, fenceNonce, seededRandom, shuffle, type Random } from './seeded-random.js';
export { MINIMUM_SUCCESSES, MINIMUM_TEST_BATCHES } from './minimum-successes.js';
export { planGeneration, TEMPERATURE_BANDS } from './planning/plan-generation.js';
export { planTests } from './planning/plan-tests.js';
export { valuesToFind } from './planning/values-to-find.js';
export { alternativeNamed, readTests } from './judged-tests/read-tests.js';
export { coversEveryTestOnce } from './judged-tests/reduce-tests.js';
export { decisionsOf } from './judged-tests/tried-tests.js';
export { verdictOf } from './verdicts/verdict-of.js';
export { decideAfterReview, decideCase, type CaseDecision } from './verdicts/decide-case.js';
export type { VerdictMatrix, VerdictRow } from './verdicts/verdict-matrix.js';
export { formatVerdicts, type TextVerdict } from './verdicts/verdict-text.js';
export { parseVerdicts, type ParsedVerdicts } from './verdicts/parse-verdicts.js';
export { escalationContext, ESCALATION_TOKEN_CAP, estimateTokens } from './outcome/escalation-context.js';
export { confidenceOf, type ConfidenceSignals } from './outcome/confidence.js';
export { latest, type Settled } from './readings/open-readings.js';
export { settle, type SettledAnswer, type SettleRefusal } from './readings/settle.js';
export { projectAttempts } from './record/project-attempts.js';
export type { RowsOf } from './record/project-candidates.js';
export {
  oddsOf,
  oddsSignals,
  ODDS_WEIGHTS,
  type ClassEvidence,
  type Odds,
  type OddsSignals,
  type OddsWeights,
  type Reliabilities,
} from './odds/odds.js';
export { judgeLessons, type JudgeLesson } from './odds/lessons.js';
export { reliabilityOf, type JudgeTally } from './odds/reliability.js';
export { openClasses } from './spending/open-classes.js';
export { planTestBatches, type TestBatches } from './spending/test-batches.js';
export {
  decideWave,
  planWaves,
  waveAfterVerdicts,
  type ClassVotes,
  type Effort,
  type WaveDecision,
} from './spending/waves.js';
