import { isTerminal, RequestProblem, type Id } from '@assay/contracts';
import { unrestricted } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import type { QuestionIntake } from '../intake/question-intake.js';
import {
  claimEvaluation,
  finishEvaluation,
  noteAsked,
  noteJudged,
  readOpenAnswers,
  releaseEvaluation,
  type ClaimedEvaluation,
  type OpenAnswer,
} from '../sql/carry-on-evaluation.js';
import { EvaluationJudge } from './evaluation-judge.js';

/** Questions of an evaluation that are under way at once. */
const UNDER_WAY = 8;
/** How long a turn has to itself, seconds. One that takes longer does no harm: what two do at once comes to the same. */
const LEASE_SECONDS = 30;
/** Between turns, seconds. */
const PAUSE_SECONDS = 1;
/** Where its questions are refused at the moment, seconds. */
const LONG_PAUSE_SECONDS = 30;

const EVALUATOR = unrestricted('evaluation');

/**
 * Carries evaluations of workspaces on, a turn at a time: what has ended is judged, the next questions are asked. All of
 * it is rows, so that any process may take the next turn; a turn that is taken twice asks nothing twice.
 */
export class EvaluationDriver {
  private readonly judge: EvaluationJudge;

  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls'>,
    private readonly intake: Pick<QuestionIntake, 'ask'>,
  ) {
    this.judge = new EvaluationJudge(work);
  }

  /** One turn of one evaluation; false where none is open, or others carry them on. */
  async turn(signal: AbortSignal): Promise<boolean> {
    const { database } = this.work;
    const claimed = await claimEvaluation(database, LEASE_SECONDS);
    if (claimed === null) return false;
    let refused: RequestProblem | null = null;
    try {
      refused = await this.carryOn(claimed, signal);
      await finishEvaluation(database, claimed.id);
    } finally {
      const pause = refused === null ? PAUSE_SECONDS : LONG_PAUSE_SECONDS;
      await releaseEvaluation(database, claimed.id, pause, refused && `${refused.code}: ${refused.message}`);
    }
    return true;
  }

  /** What stands against further questions for now; null where nothing does. */
  private async carryOn({ id, workspace }: ClaimedEvaluation, signal: AbortSignal): Promise<RequestProblem | null> {
    const open = await readOpenAnswers(this.work.database, id, UNDER_WAY);
    const ended = open.filter(({ status }) => status !== null && isTerminal(status));
    await Promise.all(
      ended.map(async (answer) => {
        const judgement = await this.judge.judge(id, workspace, answer, signal);
        const lessons = await this.judge.lessons(id, workspace, answer, signal);
        await noteJudged(this.work.database, id, answer, judgement, lessons);
      }),
    );
    for (const answer of open.filter(({ run }) => run === null)) {
      const refused = await this.ask(id, workspace, answer);
      if (refused !== null) return refused;
    }
    return null;
  }

  private async ask(evaluation: Id, workspace: Id, answer: OpenAnswer): Promise<RequestProblem | null> {
    const { goldSql, repeat, question, evidence } = answer;
    try {
      const { id } = await this.intake.ask({
        ask: { workspace, question, ...(evidence === null ? {} : { evidence: [evidence] }) },
        caller: EVALUATOR,
        idempotencyKey: `evaluation ${evaluation} ${goldSql} ${repeat}`,
        leavesOut: goldSql,
      });
      await noteAsked(this.work.database, evaluation, answer, id);
      return null;
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      if (error.retryable) return error;
      const message = `${error.code}: ${error.message}`;
      await noteJudged(this.work.database, evaluation, answer, { outcome: 'error', winner: null, message });
      return null;
    }
  }
}
