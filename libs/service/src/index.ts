export { AgentsModule } from './agents.module.js';
export { QuestionMaterials, type Materials } from './question-materials.js';
export { takeAsked, traceOfJob } from './take-asked.js';
export { TaskProcessor } from './task.processor.js';
export { MESSAGING, registerQueues } from './queues.module.js';
export { WorkModule, type WorkModuleOptions } from './work.module.js';
export { judgeTests, NOT_EVALUATED, type JudgedEntry, type Judgements } from './judge-tests.js';
export { CandidateJudge } from './candidate-judge.js';
export { verdictEvents } from './verdict-events.js';
