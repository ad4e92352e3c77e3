import {
  isId,
  type AskedRequest,
  type CallDetail,
  type EscalationRecord,
  type Id,
  type QuestionTimeline,
  type QuestionView,
  type RecordedEvent,
} from '@assay/contracts';
import { projectAttempts, settledAttempts } from '@assay/decision';
import { readCall, readCalls, readEvents, type Queryable } from '@assay/persistence';
import { may, notFound, visibilityOf, type Caller } from '@assay/contracts/requests';
import type { BlockStore, TaskRuntime } from '@assay/work';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import { isWithheld, requireValues } from './require-question.js';
import { quotableOf } from './quotable.js';
import { withholdValues } from './withhold-values.js';
import { callDetail } from './call-detail.js';
import { readCorrections } from '../sql/corrections.js';
import { findQuestion } from '../sql/find-question.js';
import { readSettlements } from '../sql/settlements.js';
import { readExecutionRows } from '../sql/read-executions.js';
import { readTimeline } from '../sql/read-timeline.js';
import { questionView, readQuestion, type QuestionRow } from '../sql/read-questions.js';

/** Questions and records, without values that the caller may not see. */
export class QuestionReader {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'blocks'>) {}

  /** @throws RequestProblem 404 if absent or outside the caller's scope */
  async view(question: Id, caller: Caller): Promise<QuestionView> {
    return questionSeenBy(caller, await this.row(question, caller), this.work.blocks);
  }

  /** @throws RequestProblem 404 */
  async record(question: Id, caller: Caller): Promise<EscalationRecord> {
    const row = await this.row(question, caller);
    const { database } = this.work;
    const [corrections, settlements, attempts, calls, events] = await Promise.all([
      readCorrections(database, question),
      readSettlements(database, question),
      attemptsOf(database, row),
      readCalls(database, question),
      readEvents(database, question, 0),
    ]);
    const { seed, schemaHash, models, judges, stopReason, definitions } = row;
    const settings = seesWebhook(row, caller) ? row.settings : { ...row.settings, onFinish: null };
    const facts = { settings, seed, schemaHash, models, judges, stopReason, definitions };
    const decided = settledAttempts(attempts, settlements.at(-1)?.reading);
    const record = { ...questionView(row), ...facts, corrections, settlements, attempts: decided, calls, events };
    return seenBy(caller, row, record, this.work.blocks);
  }

  /** The record for a queue, which is no person: withheld where rows differ by person. @throws RequestProblem 404 */
  async recordForQueue(question: Id, caller: Caller): Promise<EscalationRecord> {
    const record = await this.record(question, caller);
    const quotable = await quotableOf(this.work.blocks, record);
    return quotable === null ? record : withholdValues(record, quotable);
  }

  /** @throws RequestProblem 404 */
  async timeline(question: Id, caller: Caller): Promise<QuestionTimeline> {
    const row = await this.row(question, caller);
    const timeline = await readTimeline(this.work.database, question);
    return seenBy(caller, row, timeline, this.work.blocks);
  }

  /** @throws RequestProblem 404 */
  async request(question: Id, caller: Caller): Promise<AskedRequest> {
    const row = await this.row(question, caller);
    const { workspace, requestedLevel, question: text, follows, continues } = row;
    const found = await findQuestion(this.work.database, question, visibilityOf(caller));
    const { evidence, askedSettings } = found ?? { evidence: [], askedSettings: null };
    const { onFinish, ...others } = askedSettings ?? {};
    const settings = onFinish && !seesWebhook(row, caller) ? others : askedSettings;
    return {
      workspace,
      question: text,
      evidence,
      level: requestedLevel,
      ...(settings === null ? {} : { settings }),
      ...(follows === null ? {} : { follows }),
      ...(continues === null ? {} : { continues }),
    };
  }

  /** @throws RequestProblem 404 */
  async call(question: Id, call: Id, caller: Caller): Promise<CallDetail> {
    const row = await this.row(question, caller);
    requireValues(row, caller);
    const stored = isId(call) ? await readCall(this.work.database, question, call) : null;
    if (!stored) throw notFound('call');
    return callDetail(this.work.blocks, row.workspace, stored);
  }

  /** Events after a sequence, in order; 0 for all. @throws RequestProblem 404 */
  async events(question: Id, after: number, caller: Caller): Promise<RecordedEvent[]> {
    requireValues(await this.row(question, caller), caller);
    return readEvents(this.work.database, question, after);
  }

  private async row(question: Id, caller: Caller): Promise<QuestionRow> {
    const row = isId(question) ? await readQuestion(this.work.database, question, visibilityOf(caller)) : null;
    if (!row) throw notFound('question');
    return row;
  }
}

export async function questionSeenBy(
  caller: Caller,
  row: QuestionRow,
  blocks: Pick<BlockStore, 'json'>,
): Promise<QuestionView> {
  return seenBy(caller, row, questionView(row), blocks);
}

async function seenBy<Shown>(
  caller: Caller,
  row: QuestionRow,
  shown: Shown,
  blocks: Pick<BlockStore, 'json'>,
): Promise<Shown> {
  return isWithheld(row, caller) ? withholdValues(shown, await quotableOf(blocks, row)) : shown;
}

/** Its address may hold a secret: for admins, and who asked with it. */
function seesWebhook({ workspace, owner, setsWebhook }: QuestionRow, caller: Caller): boolean {
  return may(caller, 'operate', workspace) || (setsWebhook && owner === caller.owner);
}

async function attemptsOf(database: Queryable, { id }: QuestionRow): Promise<EscalationRecord['attempts']> {
  const loaded = await loadQuestionRun(database, id);
  if (loaded === null) throw notFound('question');
  const { run } = loaded;
  const examinations = run.stages.flatMap((stage) =>
    stage.kind === 'generate' ? stage.tasks.flatMap((task) => task.result?.examination ?? []) : [],
  );
  const rows = await readExecutionRows(database, id, examinations);
  return projectAttempts(run, (examination) => rows.get(examination) ?? null);
}
