export { AssayClient } from './assay-client.js';
export { ApiKeysClient } from './api-keys-client.js';
export { EvaluationsClient } from './evaluations-client.js';
export { GoldSqlsClient } from './gold-sqls-client.js';
export { HealthClient } from './health-client.js';
export { KnowledgeClient, type ImportOptions } from './knowledge-client.js';
export { QuestionsClient, type AskOptions, type QuestionFilter } from './questions-client.js';
export { QueuesClient, type DeadLetterFilter } from './queues-client.js';
export { StoryEvaluationsClient } from './story-evaluations-client.js';
export { formOf, WorkspacesClient, type NamedFile } from './workspaces-client.js';
export { ApiProblem, readProblem } from './api-problem.js';
export { ConnectionProblem, type ConnectionProblemCode } from './connection-problem.js';
export { type ClientOptions, type RequestOptions } from './http-transport.js';
export { type EventStreamOptions } from './event-stream.js';
export { summarizeAnswer, describeCached, describeUsage, type SummaryView } from './progress/answer-summary.js';
export { contradictionOf } from './progress/contradiction.js';
export { describeConfidence, isKnown, type Sureness } from './progress/describe-confidence.js';
export { describeEvaluation } from './progress/describe-evaluation.js';
export { describeEvent } from './progress/describe-event.js';
export { describeReplacement, EarlyRows } from './progress/early-rows.js';
export { describeRunning, describeStages } from './progress/describe-running.js';
export { describeStory } from './progress/describe-story.js';
export {
  describeAside,
  describeEvidenceFailures,
  describeLeftOut,
  describeOpenPoints,
  describeWaves,
  distinctSqls,
  hasRows,
  whyInvalid,
} from './progress/record-words.js';
export { displayWidth, hanging, oneLine, printable, wrap } from './progress/display-text.js';
export {
  explainDecision,
  explainPath,
  isDemanded,
  judgedCandidates,
  lastScore,
  reasonOf,
} from './progress/explain-decision.js';
export { LiveScreen, sizeOr, type TextOutput } from './progress/live-screen.js';
export { describePair, pairsOf, type Pair } from './progress/pairs.js';
export { ProgressReporter, type ReporterOptions } from './progress/progress-reporter.js';
export { count, formatCost, formatDuration, formatNumber, formatPercent } from './progress/quantities.js';
export { NO_PROGRESS, type QuestionProgress } from './progress/question-progress.js';
export { reduceProgress } from './progress/reduce-progress.js';
export { renderProgress, type ProgressView } from './progress/render-progress.js';
export { STATUS_STYLE } from './progress/stage-line.js';
export { nameStage } from './progress/stage-words.js';
export { ansiPaint, paintFor, plainPaint, type Paint, type Style } from './progress/styled-line.js';
export { renderTable, type TableView } from './progress/text-table.js';
export { typeWord } from './progress/type-word.js';
export { testRequest } from './test-request.js';
export { wait } from './wait.js';
export { describeCase, describeReason } from './progress/words.js';
export { nameLevel, withoutReplaced } from '@assay/contracts';
