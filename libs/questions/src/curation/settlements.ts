import {
  isTerminal,
  newId,
  RequestProblem,
  type Id,
  type OpenPoint,
  type RefusalStep,
  type QuestionStatus,
  type SettlementView,
} from '@assay/contracts';
import { latest, settle, type SettleRefusal, type SettledAnswer } from '@assay/decision';
import { notFound, requireRight, visibilityOf, type Caller, type QuestionSettlement } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import type { FoundQuestion } from '../sql/find-question.js';
import { readQuestion } from '../sql/read-questions.js';
import { requireQuestion, requireValues } from '../record/require-question.js';
import { insertSettlement, noteRemembered, readSettlements } from '../sql/settlements.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';

const MOST_EVIDENCE = 500;
const QUESTION_IN_NOTE = 300;
const MEANING_IN_NOTE = 500;
const MOST_SETTLEMENTS = 100;
/** Tries of a settlement. Each that fails has lost against a concurrent one. */
const TRIES = 5;

/** User choices for open points. The question is decided again from the record. */
export class Settlements {
  constructor(
    private readonly work: Pick<TaskRuntime, 'database'>,
    private readonly workspaces: WorkspaceRows,
  ) {}

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE`, `NOT_THE_ASKER`; 409 `NOT_FINISHED`, or `NOT_OPEN` without a decision */
  async requireSettleable(question: Id, caller: Caller, remember = false): Promise<FoundQuestion> {
    const found = await requireQuestion(this.work.database, question, caller, 'ask');
    if (remember) {
      requireRight(caller, 'curate', found.workspace);
      requireValues(found, caller);
    }
    if (isDecided(found.status)) return found;
    if (isTerminal(found.status)) throw notOpen(`The question ended in ${found.status}: nothing was decided.`, false);
    throw new RequestProblem(409, 'NOT_FINISHED', `The question is ${found.status}: nothing can be settled yet.`);
  }

  /**
   * The same choice is a no-op, another one replaces it.
   * @throws RequestProblem as `requireSettleable`; 409 `NOT_OPEN` with next steps if there is no such point or option,
   * or no answer fits all settlements; 409 `EVIDENCE_FULL`, `NOT_FOR_OTHERS` if it cannot be remembered; 409
   * `TOO_MANY_SETTLEMENTS`
   */
  async settle(question: Id, caller: Caller, settlement: QuestionSettlement): Promise<void> {
    const { openPoint, option, remember = false } = settlement;
    const found = await this.requireSettleable(question, caller, remember);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await readSettlements(this.work.database, question);
      const answer = await this.decide(question, caller, before, { openPoint, option });
      const isNew = !isSettled(before, settlement);
      if (isNew && before.length >= MOST_SETTLEMENTS) throw tooManySettlements();
      const isWritten = !isNew || (await this.write(question, before.length + 1, settlement, answer));
      if (!isWritten) continue;
      if (!remember) return;
      const isUnnamed = answer.openPoints.some((point) => point.id === openPoint && !isInWords(point));
      if (settlement.sentence === undefined && isUnnamed) throw notForOthers();
      await this.remember(found, caller, answer, settlement);
      return noteRemembered(this.work.database, question, openPoint, option);
    }
    const busy = 'The question is being settled by another request. Retry.';
    throw new RequestProblem(409, 'SETTLED_ELSEWHERE', busy, { retryAfterSeconds: 1 });
  }

  private async decide(
    question: Id,
    caller: Caller,
    before: readonly SettlementView[],
    choice: Pick<QuestionSettlement, 'openPoint' | 'option'>,
  ): Promise<SettledAnswer> {
    const loaded = await loadQuestionRun(this.work.database, question);
    if (loaded === null) throw notFound('question');
    const answer = settle(loaded.run, before, choice);
    if (!('refused' in answer)) return answer;
    const row = await readQuestion(this.work.database, question, visibilityOf(caller));
    throw notOpen(REFUSED[answer.refused], (row?.openPoints ?? []).length > 0);
  }

  private write(
    question: Id,
    ordinal: number,
    { openPoint, option }: QuestionSettlement,
    { reading, sql, ...answer }: SettledAnswer,
  ): Promise<boolean> {
    const settlement = { id: newId(), question, ordinal, openPoint, option, reading, sql, answer };
    return insertSettlement(this.work.database, settlement);
  }

  private async remember(
    { workspace, question }: FoundQuestion,
    caller: Caller,
    { openPoints }: SettledAnswer,
    { openPoint, option, sentence }: QuestionSettlement,
  ): Promise<void> {
    const point = openPoints.find(({ id }) => id === openPoint);
    const meaning = point?.options.find(({ id }) => id === option)?.meaning ?? option;
    const note =
      sentence === undefined ? noteOf(question, point?.question ?? '', meaning) : noteOf(question, '', sentence);
    const { id } = await this.workspaces.find(workspace, caller);
    await this.workspaces.change(id, ({ evidence }) => {
      if (evidence.includes(note)) return {};
      if (evidence.length < MOST_EVIDENCE) return { evidence: [...evidence, note] };
      throw new RequestProblem(
        409,
        'EVIDENCE_FULL',
        `The workspace has ${MOST_EVIDENCE} notes: the point is settled, but not remembered.`,
      );
    });
  }
}

function isDecided(status: QuestionStatus): boolean {
  return status === 'GOLD' || status === 'SILVER' || status === 'FAILED';
}

/** One line of evidence; the question stays within its quotes. */
export function noteOf(question: string, point: string, meaning: string): string {
  const asked = JSON.stringify(shortened(question, QUESTION_IN_NOTE));
  return `In questions like ${asked}: ${oneLine(`${point} ${shortened(meaning, MEANING_IN_NOTE)}`)}`;
}

function shortened(text: string, length: number): string {
  const line = oneLine(text);
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether the point comes from a test in words. Others are about SQLs of this question only. */
function isInWords({ options, weak }: OpenPoint): boolean {
  return weak !== true && options.some(({ id, reading }) => id !== reading);
}

function notForOthers(): RequestProblem {
  const message =
    'This point compares SQLs of this question: it is settled, but not remembered. Send `sentence` with the meaning to remember it.';
  return new RequestProblem(409, 'NOT_FOR_OTHERS', message);
}

function tooManySettlements(): RequestProblem {
  const message = `A question is settled ${MOST_SETTLEMENTS} times at most: ask it again.`;
  return new RequestProblem(409, 'TOO_MANY_SETTLEMENTS', message);
}

function isSettled(before: readonly SettlementView[], { openPoint, option }: QuestionSettlement): boolean {
  return latest(before).some((each) => each.openPoint === openPoint && each.option === option);
}

const REFUSED: Record<SettleRefusal, string> = {
  NOT_OPEN: 'This point is not open: the admissible answers do not differ in it.',
  NOT_AN_OPTION: 'No answer that meets the requirements takes this option.',
  NOTHING_FITS: 'No answer fits this choice together with the earlier ones.',
};

function notOpen(message: string, hasPoints: boolean): RequestProblem {
  const settleAnother: RefusalStep = { action: 'settle', message: 'Take one of the options that openPoints lists.' };
  const nextSteps: RefusalStep[] = [
    ...(hasPoints ? [settleAnother] : []),
    { action: 'edit-question', message: 'Say in the question what is meant, and ask again.' },
    { action: 'add-evidence', message: 'Say as evidence what is meant, and ask again.' },
  ];
  return new RequestProblem(409, 'NOT_OPEN', message, { nextSteps });
}
