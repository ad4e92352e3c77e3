import { isTerminal, RequestProblem } from '@assay/contracts';
import { unrestricted } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import type { QuestionIntake } from '../intake/question-intake.js';
import {
  claimEvaluation,
  finishEvaluation,
  recordJudged,
  readOpenAnswers,
  releaseEvaluation,
  type ClaimedEvaluation,
  type OpenAnswer,
} from '../sql/run-evaluation.js';
import { EvaluationJudge } from './evaluation-judge.js';

const UNDER_WAY = 8;
/** Overlapping turns are idempotent. */
const LEASE_SECONDS = 30;
const PAUSE_SECONDS = 1;
/** Seconds until its next turn while its questions are refused. */
const LONG_PAUSE_SECONDS = 30;

const EVALUATOR = unrestricted('evaluation');

/**
 * In turns: judges ended answers, asks the next questions. All state is rows, so any process can take an idempotent
 * turn.
 */
export class EvaluationDriver {
  private readonly judge: EvaluationJudge;

  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls'>,
    private readonly intake: Pick<QuestionIntake, 'ask'>,
  ) {
    this.judge = new EvaluationJudge(work);
  }

  /** False if no evaluation is available. */
  async turn(signal: AbortSignal): Promise<boolean> {
    const { database } = this.work;
    const claimed = await claimEvaluation(database, LEASE_SECONDS);
    if (claimed === null) return false;
    let refused: RequestProblem | null = null;
    try {
      refused = await this.resume(claimed, signal);
      await finishEvaluation(database, claimed.id);
    } finally {
      const pause = refused === null ? PAUSE_SECONDS : LONG_PAUSE_SECONDS;
      await releaseEvaluation(database, claimed.id, pause, refused && `${refused.code}: ${refused.message}`);
    }
    return true;
  }

  /** Returns what blocks further questions, or null. */
  private async resume(
    { id, workspace, payer }: ClaimedEvaluation,
    signal: AbortSignal,
  ): Promise<RequestProblem | null> {
    const open = await readOpenAnswers(this.work.database, id, UNDER_WAY);
    const ended = open.filter(({ status }) => status !== null && isTerminal(status));
    await Promise.all(
      ended.map(async (answer) => {
        const judgement = await this.judge.judge(id, workspace, answer, signal);
        const lessons = await this.judge.lessons(id, workspace, answer, signal);
        await recordJudged(this.work.database, id, answer, judgement, lessons);
      }),
    );
    for (const answer of open.filter(({ run }) => run === null)) {
      const refused = await this.ask({ id, workspace, payer }, answer);
      if (refused !== null) return refused;
    }
    return null;
  }

  private async ask(
    { id: evaluation, workspace, payer }: ClaimedEvaluation,
    answer: OpenAnswer,
  ): Promise<RequestProblem | null> {
    const { goldSql, repeat, question, evidence } = answer;
    try {
      await this.intake.ask({
        ask: { workspace, question, ...(evidence === null ? {} : { evidence: [evidence] }) },
        caller: EVALUATOR,
        idempotencyKey: `evaluation ${evaluation} ${goldSql} ${repeat}`,
        evaluates: { evaluation, goldSql, repeat, payer },
      });
      return null;
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      if (error.retryable) return error;
      const message = `${error.code}: ${error.message}`;
      await recordJudged(this.work.database, evaluation, answer, { outcome: 'error', winner: null, message });
      return null;
    }
  }
}
