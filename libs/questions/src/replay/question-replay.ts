import { isId, isTerminal, RequestProblem, type Id, type ReplayReport } from '@assay/contracts';
import type { Work } from '@assay/work';
import { notFound, type Caller } from '../intake/caller.js';
import { loadQuestionRun } from '../pipeline/load-question-run.js';
import { readQuestion } from '../record/read-questions.sql.js';
import type { TemplateHash } from './call-replay.js';
import { DecisionReplay, type RecordedEnding } from './decision-replay.js';
import { readJournaledCalls } from './read-journaled-calls.sql.js';

/** The pipeline once more, from the journal and without a model: what today's prompts, parsers and decisions change. */
export class QuestionReplay {
  /** @param templates today's prompts; asked for at the first replay, few processes ever do one */
  constructor(
    private readonly work: Pick<Work, 'database'>,
    private readonly templates: () => Promise<TemplateHash>,
  ) {}

  /** @throws RequestProblem 404; 409 NOT_FINISHED while the question is worked on */
  async replay(question: Id, caller: Caller): Promise<ReplayReport> {
    const { database } = this.work;
    const row = isId(question) ? await readQuestion(database, question, caller.workspaces) : null;
    if (!row) throw notFound('question');
    if (!isTerminal(row.status)) {
      throw new RequestProblem(409, 'NOT_FINISHED', `The question is ${row.status}: there is no whole journal yet.`);
    }
    const { run } = await loadQuestionRun(database, row);
    const calls = await readJournaledCalls(database, question);
    // few processes ever replay: the others need not load the reader of answers
    const { parserDifferences, promptDifferences } = await import('./call-replay.js');
    const templateHash = await this.templates();
    const differences = [
      ...calls.flatMap((call) => promptDifferences(call, templateHash)),
      ...calls.flatMap(parserDifferences),
      ...new DecisionReplay(run, row as RecordedEnding).differences(),
    ];
    const notKept = calls.filter(({ raw }) => raw === null).length;
    const report = { question, identical: differences.length === 0, differences };
    return notKept === 0 ? report : { ...report, callsNotKept: notKept };
  }
}
