import { valuesToFind, nextStep, type Command } from '@assay/decision';
import type { Advance, LockedRun, Queryable } from '@assay/persistence';
import { buildContext } from './build-context.js';
import { executeCommands } from './execute-commands.js';
import { loadQuestionRun, type LoadedQuestion } from './load-question-run.js';
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

  /** One step of a run whose row this transaction has locked. Twice does nothing. */
  async advance(connection: Queryable, locked: LockedRun): Promise<Advance[]> {
    const written: Advance[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const question = await loadQuestionRun(connection, locked);
      if (needsNoPreparation(question)) {
        question.run.context = await buildContext(connection, question, this.goldSqls);
      }
      const now = locked.now.getTime();
      const commands = await withSpending(connection, question.run, nextStep(question.run, now));
      written.push(await executeCommands(connection, question, commands, now));
      if (!buildsContext(commands)) return written;
      await buildContext(connection, question, this.goldSqls);
    }
    throw new Error(`question ${locked.id} asks for its context again and again`);
  }
}

function buildsContext(commands: readonly Command[]): boolean {
  return commands.some((command) => command.type === 'build-context');
}

/** Where the schema is known and nothing is to be looked up, the context needs no stage of its own. */
function needsNoPreparation({ run, workspace }: LoadedQuestion): boolean {
  if (run.context !== null || run.stages.length > 0 || workspace.schemaHash === null) return false;
  return !run.settings.sendRows || valuesToFind(run.question).length === 0;
}
