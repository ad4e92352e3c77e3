import { isTerminal, type Dialect, type Id } from '@assay/contracts';
import { nextCommands, requestedValues, wavesOf, type Command } from '@assay/decision';
import { lockRun, type Advance, type Database, type Queryable, type RunAdvance } from '@assay/persistence';
import { brokenFormulas } from '@assay/sql';
import { VanishedOfWorkspaces } from '../drift/vanished-of-workspaces.js';
import { KnowledgeOfWorkspaces } from '../knowledge/applied-knowledge.js';
import { buildContext, type KeptOfWorkspaces } from './build-context.js';
import { ClosedStages } from './closed-stages.js';
import { executeCommands } from './execute-commands.js';
import { loadQuestionRun, type LoadedQuestion } from './load-question-run.js';
import { QuestionWords } from './question-words.js';
import { RelevantGoldSqls } from './relevant-gold-sqls.js';
import { withSpending } from './with-spending.js';

/** Rounds per advance: one may build the context, the next decides with it; one is spare. */
const ROUNDS = 3;

/** Optimistic tries before the run is locked. */
const FREE_TRIES = 2;

/** Advances questions: the pure core decides, this executes. */
export class QuestionPipeline {
  readonly product = 'question';
  private readonly kept: KeptOfWorkspaces = {
    goldSqls: new RelevantGoldSqls(),
    vanished: new VanishedOfWorkspaces(),
    knowledge: new KnowledgeOfWorkspaces(),
  };
  private readonly words = new QuestionWords();
  private readonly closedStages = new ClosedStages();

  /** Optimistically at first, then with a lock. `over` if it has ended. Idempotent. */
  async advance(database: Database, run: Id): Promise<RunAdvance | 'over'> {
    for (let tries = 0; tries < FREE_TRIES; tries += 1) {
      const advanced = await this.tryAdvance(database, run, this.closedStages);
      if (advanced !== 'moved') return advanced;
    }
    return database.transaction(async (connection) => {
      await lockRun(connection, run);
      // a rollback reopens stages closed here: do not share the cache
      const advanced = await this.tryAdvance(connection, run, new ClosedStages());
      if (advanced === 'moved') throw new Error(`question ${run} moved on under its lock`);
      return advanced;
    });
  }

  /** Writes the decision only if the revision is unchanged; `moved` if it is not. */
  private async tryAdvance(database: Queryable, run: Id, closed: ClosedStages): Promise<RunAdvance | 'moved' | 'over'> {
    const written: Advance[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const question = await loadQuestionRun(database, run, closed.of(run));
      if (question === null) return 'over';
      const advanced = { run: question.row, written };
      if (isTerminal(question.row.status)) return round === 0 ? 'over' : advanced;
      closed.keep(run, question.stages);
      if (isUnbegun(question)) question.run.words = await this.words.of(database, question);
      if (!hasGenerated(question)) question.run.brokenFormulas = await brokenFormulasOf(question);
      if (needsNoLookup(question) && !(await this.words.mayNameOther(database, question))) {
        question.run.context = await buildContext(database, question, this.kept);
      }
      const decided = await this.decide(database, question);
      const commands = await withSpending(database, question.run, decided);
      const advance = await executeCommands(database, question, commands);
      // earlier rounds must still be published
      if (!advance) return round === 0 ? 'moved' : advanced;
      written.push(advance);
      if (advance.finish) this.closedStages.evict(run);
      if (!buildsContext(commands)) return advanced;
      await buildContext(database, question, this.kept);
    }
    throw new Error(`question ${run} asks for its context again and again`);
  }

  /** A stage after a schema refresh sees the new schema. */
  private async decide(database: Queryable, question: LoadedQuestion): Promise<Command[]> {
    const { run } = question;
    const now = question.row.now.getTime();
    const commands = nextCommands(run, now);
    const starts = commands.some((command) => command.type === 'start-stage');
    if (!question.usesOlderSchema || run.context === null || !starts) return commands;
    run.context = await buildContext(database, question, this.kept);
    return nextCommands(run, now);
  }
}

function buildsContext(commands: readonly Command[]): boolean {
  return commands.some((command) => command.type === 'build-context');
}

function isUnbegun({ run }: LoadedQuestion): boolean {
  return run.context === null && run.stages.length === 0;
}

function hasGenerated({ run }: LoadedQuestion): boolean {
  return run.stages.some(({ kind }) => kind === 'precompute-tests') || wavesOf(run, 1).length > 0;
}

async function brokenFormulasOf({ evidence, workspace }: LoadedQuestion): Promise<string[]> {
  const broken = evidence.map((item) => brokenFormulas(item, workspace.dialect as Dialect));
  return (await Promise.all(broken)).flat();
}

function needsNoLookup(question: LoadedQuestion): boolean {
  const { run, workspace } = question;
  if (!isUnbegun(question) || workspace.schemaHash === null || run.settings.asker) return false;
  const { values, words = [] } = requestedValues(run);
  return values.length === 0 && words.length === 0;
}
