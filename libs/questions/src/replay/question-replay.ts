import { isId, isTerminal, RequestProblem, type AskedBy, type Id, type ReplayReport } from '@assay/contracts';
import type { QuestionRun, StageState } from '@assay/decision';
import { notFound, visibilityOf, type Caller } from '@assay/contracts/requests';
import type { TaskReplay, TaskRuntime } from '@assay/work';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import { requireSamePerson } from '../asker/identity-of.js';
import { requireValues } from '../record/require-question.js';
import { readQuestion } from '../sql/read-questions.js';
import { DecisionReplay, type RecordedEnding } from './decision-replay.js';
import { readJournaledTasks, type JournaledTask } from '../sql/read-journaled-tasks.js';

/** Replays the pipeline from the journal without models, to show changes by today's prompts, parsers and decisions. */
export class QuestionReplay {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'replays'>) {}

  /**
   * Replays each task in its own service, then decides again.
   * @throws RequestProblem 404; 403 of another person where the workspace answers as the asker; 409 NOT_FINISHED
   * @throws InfrastructureError REPLAY_UNAVAILABLE if a service does not answer
   */
  async replay(question: Id, caller: Caller): Promise<ReplayReport> {
    const { database } = this.work;
    const row = isId(question) ? await readQuestion(database, question, visibilityOf(caller)) : null;
    if (!row) throw notFound('question');
    requireValues(row, caller);
    requireSamePerson(row.settings.asker, row.person, caller);
    if (!isTerminal(row.status)) {
      throw new RequestProblem(409, 'NOT_FINISHED', `The question is ${row.status}: there is no whole journal yet.`);
    }
    const loaded = await loadQuestionRun(database, question);
    if (loaded === null) throw notFound('question');
    const { run } = loaded;
    const tasks = await readJournaledTasks(database, question);
    const kept = tasks.filter(({ notKept }) => notKept === 0);
    const replays = await this.replayed(kept, { question, owner: caller.owner });
    const differences = [
      ...[...replays.values()].flatMap((replay) => replay.differences),
      ...new DecisionReplay(withTodaysResults(run, replays), { ...row, ...row.ended } as RecordedEnding).differences(),
    ];
    const notKept = tasks.reduce((sum, task) => sum + task.notKept, 0);
    const report = { question, identical: differences.length === 0, differences };
    return notKept === 0 ? report : { ...report, callsNotKept: notKept };
  }

  private async replayed(tasks: readonly JournaledTask[], askedBy: AskedBy): Promise<Map<Id, TaskReplay>> {
    const replays = await Promise.all(tasks.map((task) => this.work.replays.replay(task, askedBy)));
    return new Map(tasks.map((task, index) => [task.id, replays[index] as TaskReplay]));
  }
}

function withTodaysResults(run: QuestionRun, replays: ReadonlyMap<Id, TaskReplay>): QuestionRun {
  const stages = run.stages.map((stage) => {
    const tasks = (stage.tasks as StageState['tasks'][number][]).map((task) => {
      const replay = replays.get(task.id);
      const isOther = replay?.differences.some(({ at }) => at.endsWith(', result')) ?? false;
      return isOther && replay?.result !== undefined ? { ...task, result: replay.result } : task;
    });
    return { ...stage, tasks } as StageState;
  });
  return { ...run, stages };
}
