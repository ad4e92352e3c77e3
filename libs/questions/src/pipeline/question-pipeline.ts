import { valuesToFind, nextStep, type Command } from '@assay/decision';
import type { Advance, Queryable, RunRow } from '@assay/persistence';
import { buildContext } from './build-context.js';
import { ClosedStages } from './closed-stages.js';
import { executeCommands } from './execute-commands.js';
import { loadQuestionRun, type LoadedQuestion } from './load-question-run.js';
import { QuestionWords } from './question-words.js';
import { RelevantGoldSqls } from './relevant-gold-sqls.js';
import { withSpending } from './with-spending.js';

/** The pipeline version that new questions get; a coordinator leaves versions it does not know untouched. */
export const PIPELINE_VERSION = 1;

/** Rounds of one advance at most: each builds the context or ends the loop, so a third would be a bug. */
const ROUNDS = 3;

/** How a question advances: the pure core decides, this carries it out. */
export class QuestionPipeline {
  readonly product = 'question';
  readonly versions: readonly number[] = [PIPELINE_VERSION];
  private readonly goldSqls = new RelevantGoldSqls();
  private readonly words = new QuestionWords();
  private readonly closedStages = new ClosedStages();

  /**
   * One step of a run as it was read, without a lock: what is decided is written only if nothing has moved meanwhile.
   * Null where it has: read it again. Twice does nothing.
   */
  async advance(database: Queryable, run: RunRow): Promise<Advance[] | null> {
    const written: Advance[] = [];
    let seen = run;
    for (let round = 0; round < ROUNDS; round += 1) {
      const question = await loadQuestionRun(database, seen, this.closedStages);
      if (isUnbegun(question)) question.run.words = await this.words.of(database, question);
      if (needsNoPreparation(question)) {
        question.run.context = await buildContext(database, question, this.goldSqls);
      }
      const decided = await this.decide(database, question, seen.now.getTime());
      const commands = await withSpending(database, question.run, decided);
      const advance = await executeCommands(database, seen, question, commands);
      // what earlier rounds wrote is to be published all the same
      if (!advance) return round === 0 ? null : written;
      written.push(advance);
      if (advance.finish) this.closedStages.forget(run.id);
      if (!buildsContext(commands)) return written;
      await buildContext(database, question, this.goldSqls);
      // our own step was the only one since: whoever comes between is found at the next writing
      seen = { ...seen, revision: seen.revision + 1 };
    }
    throw new Error(`question ${run.id} asks for its context again and again`);
  }

  /** What is to be done next; a stage that starts after the schema was read anew is told of the new one. */
  private async decide(database: Queryable, question: LoadedQuestion, now: number): Promise<Command[]> {
    const { run } = question;
    const commands = nextStep(run, now);
    const starts = commands.some((command) => command.type === 'start-stage');
    if (!question.toldOfOlderSchema || run.context === null || !starts) return commands;
    run.context = await buildContext(database, question, this.goldSqls);
    return nextStep(run, now);
  }
}

function buildsContext(commands: readonly Command[]): boolean {
  return commands.some((command) => command.type === 'build-context');
}

function isUnbegun({ run }: LoadedQuestion): boolean {
  return run.context === null && run.stages.length === 0;
}

/** Where the schema is known and nothing is to be looked up, the context needs no stage of its own. */
function needsNoPreparation(question: LoadedQuestion): boolean {
  const { run, workspace } = question;
  if (!isUnbegun(question) || workspace.schemaHash === null) return false;
  return !run.settings.sendRows || (valuesToFind(run.question).length === 0 && run.words?.length === 0);
}
