/** Statements of the hot path and its maintenance, as services send them. */
import { unrestricted, visibilityOf } from '../../libs/contracts/dist/requests/index.js';
import { DEFAULT_SETTINGS, newId } from '../../libs/contracts/dist/index.js';
import {
  applyAdvance,
  claimTasks,
  createRun,
  eraseCallBodies,
  eraseDeadProcesses,
  eraseOldRecords,
  eraseUnusedBlocks,
  finishTasks,
  heartbeat,
  lostTasks,
  MOST_COUNTED,
  readRetentionLag,
  readTaskQueues,
  requestTasks,
  sweepOutbox,
  unsentReplies,
} from '../../libs/persistence/dist/index.js';
import { insertQuestion } from '../../libs/questions/dist/sql/insert-question.js';
import { resolveAsk } from '../../libs/questions/dist/sql/resolve-ask.js';
import { loadQuestionRun } from '../../libs/questions/dist/pipeline/load-question-run.js';
import { readEvents } from '../../libs/persistence/dist/sql/read-events.js';
import { readQuestion, readQuestions } from '../../libs/questions/dist/sql/read-questions.js';

const ALL = visibilityOf(unrestricted('bench'));
const PAGE = 500;
const NOTHING = { stages: [], tasks: [], close: [], cancel: [], events: [], wakeAt: null, finish: null };

/**
 * By name, one round trip each. `ways`: a run is created and stepped, its ten tasks claimed and finished, then it ends;
 * others are independent.
 */
export function hotStatements(database, workspace, ended) {
  const process = { id: newId(), service: 'bench', host: 'bench', pid: 1 };
  const held = Array.from({ length: 64 }, () => ({ task: newId(), claim: newId() }));
  const way = wayOfTasks(database, workspace, process.id);
  const single = {
    'ask: what it needs to know': () => resolveAsk(database, workspace, null, 'bench', 'key'),
    'ask: the writing': () => insertQuestion(database, questionOf(workspace)),
    'run: read for a step': () => loadQuestionRun(database, ended()),
    'a request to db-sampler': () => requestTasks(database, [requestOf(workspace)]),
    'a heartbeat of a process with 64 tasks': () => heartbeat(database, process, held),
    'a look for lost tasks': () => lostTasks(database, 60, PAGE),
    'a sweep of the outbox': () => sweepOutbox(database, PAGE),
    'unsent replies': () => unsentReplies(database, PAGE),
    'events of a run': () => readEvents(database, ended(), 0, 100),
    'a question as it is served': () => readQuestion(database, ended(), null),
    'a page of 20 questions': () =>
      readQuestions(database, { workspaces: [workspace], status: null, before: ended(), limit: 20, visibility: ALL }),
    'retention: call bodies': () => eraseCallBodies(database, 30, PAGE),
    'retention: records': () => eraseOldRecords(database, 36_000, PAGE),
    'retention: texts': () => eraseUnusedBlocks(database, 30, PAGE),
    'retention: processes': () => eraseDeadProcesses(database, PAGE),
    'retention: its lag': () => readRetentionLag(database, 30, null),
    [IN_THE_BACKGROUND]: () => readTaskQueues(database),
  };
  return { statements: { ...way, ...single }, ways: [Object.keys(way), ...Object.keys(single).map((name) => [name])] };
}

/** Every five seconds at most; grows up to its cap. */
export const IN_THE_BACKGROUND = `the depth of all queues (counts up to ${MOST_COUNTED})`;

/** Statements that follow one another. */
function wayOfTasks(database, workspace, process) {
  let way = null;
  return {
    'run: created': async () => {
      way = newWay(workspace);
      await createRun(database, way.run);
    },
    'run: a step that starts ten tasks': () => applyAdvance(database, way.run.id, 0, way.step),
    'ten tasks claimed': () => claimTasks(database, process, way.claims),
    'ten tasks finished': () => finishTasks(database, way.finishes),
    // the step and each task moved the revision
    'run: ended': () => applyAdvance(database, way.run.id, 1 + 10, way.end),
  };
}

function questionOf(workspace) {
  return {
    id: newId(),
    workspace,
    owner: 'bench',
    person: null,
    identity: null,
    follows: null,
    continues: null,
    known: null,
    adopted: [],
    leavesOut: null,
    askedSettings: {},
    question: 'How many customers are there?',
    evidence: [],
    level: 'BASIC',
    settings: DEFAULT_SETTINGS,
    models: {},
    judges: [],
    seed: 1,
    replyTo: null,
    traceContext: null,
    idempotency: null,
    audit: { id: newId(), name: null, address: null },
    // ended at once: nothing stays open
    error: { code: 'BENCH', message: 'Not to be answered.' },
    events: [{ type: 'question-accepted', body: {} }],
  };
}

const limits = { priority: 0, maxAttempts: 5, runSeconds: 900 };

function requestOf(workspace) {
  return { id: newId(), run: null, workspace, queue: 'db-sampler', ...limits, payload: {}, key: 'the same' };
}

function newWay(workspace) {
  const [id, stage] = [newId(), newId()];
  const events = [{ type: 'call-answered', body: {} }];
  const tasks = Array.from({ length: 10 }, (_, index) => ({
    ...{ id: newId(), stage, workspace, ordinal: index + 1, queue: 'generator', ...limits, payload: {} },
  }));
  const claims = tasks.map((task) => ({ task: task.id, delivery: 1, claim: newId() }));
  const step = { ordinal: 1, kind: 'model', requestHash: '', request: {}, answer: {}, raw: null, status: 'answered' };
  const kind = { id: stage, attempt: 1, kind: 'generate', round: 1, input: {}, total: 10, lookAtOpen: 0 };
  return {
    run: {
      ...{ id, product: 'question', workspace, seed: 1, deadlineSeconds: 600 },
      ...{ replyTo: null, traceContext: null, events },
    },
    step: { ...NOTHING, stages: [kind], tasks, events },
    claims,
    finishes: claims.map(({ task, claim }) => ({
      ...{ task, claim, run: id, stage, events, steps: [{ ...step, id: newId() }] },
      finish: { status: 'DONE', result: {} },
    })),
    end: { ...NOTHING, close: [stage], finish: { status: 'FAILED', error: null, stopReason: null } },
  };
}
