import { testRequest } from '@assay/client';
import type { Accepted, Id, Level, SettingsPatch } from '@assay/contracts';
import type { Command } from 'commander';
import { naming, onlyWorkspace } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { followQuestion } from '../follow-question.js';
import { collectSetting, collectText, csvOption, parseCount, parseId, parseLevel } from '../options.js';

interface AnswerFlags {
  detach?: true;
  json?: true;
  csv?: true;
  rows: number;
}

interface AskFlags extends AnswerFlags {
  workspace?: string;
  evidence?: string[];
  level?: Level;
  set?: SettingsPatch;
  follows?: Id;
  continues?: Id;
  anew?: true;
  idempotencyKey?: string;
}

export function addAskCommand(program: Command, context: CliContext): void {
  const ask = program
    .command('ask')
    .description('ask a question, follow it, and show the answer')
    .argument('<question>', 'the question; - reads it from standard input')
    .option('-w, --workspace <id or name>', 'where to ask; needed where there are several')
    .option('-e, --evidence <text>', 'a fact needed for the answer (can be repeated)', collectText)
    .option('-l, --level <level>', 'models to begin with: fast, strong or strongest', parseLevel)
    .option('--set <name=value>', 'a setting for this question (can be repeated)', collectSetting)
    .option('--follows <question>', 'id of the question that this one follows up', parseId)
    .option('--continues <question>', 'id of an instant or SILVER question: test its SQLs', parseId)
    .option('--anew', 'ask the models even if an approved gold SQL answers the same question')
    .option('--idempotency-key <key>', 'a repeated request with the same key returns the same question')
    .action(async (question: string, flags: AskFlags) => askQuestion(context, question, flags));
  const again = program
    .command('again')
    .description('ask a question again as it was asked: evidence, level, settings, and what it follows')
    .argument('<question>', 'id of the question', parseId)
    .option('--test', 'test the SQLs of its instant or SILVER answer instead of asking for others')
    .action(async (question: Id, flags: AnswerFlags & { test?: true }) => {
      const { questions } = context.client();
      const asked = await questions.part(question, 'request');
      await showAnswer(context, await questions.ask(flags.test ? testRequest(question, asked) : asked), flags);
    });
  for (const command of [ask, again]) {
    command
      .option('--rows <count>', 'rows of the result to show', parseCount, 10)
      .option('--detach', 'print the id and exit')
      .option('--json', 'print only the record')
      .addOption(csvOption('json', 'detach'));
  }
}

async function askQuestion(context: CliContext, argument: string, flags: AskFlags): Promise<void> {
  const question = (argument === '-' ? await context.terminal.readInput() : argument).trim();
  if (question === '') throw new CliProblem('There is no question.');
  const client = context.client();
  const named = flags.workspace ?? context.terminal.env['ASSAY_WORKSPACE'];
  const workspace = named || (await onlyWorkspace(client)).id;
  const asked = client.questions.ask(
    {
      workspace,
      question,
      level: flags.level,
      evidence: flags.evidence,
      settings: flags.set,
      follows: flags.follows,
      continues: flags.continues,
      anew: flags.anew,
    },
    { idempotencyKey: flags.idempotencyKey },
  );
  await showAnswer(context, await naming(client, workspace, asked), flags);
}

async function showAnswer(context: CliContext, accepted: Accepted, flags: AnswerFlags): Promise<void> {
  if (flags.detach) return context.show(flags.json, accepted, ({ id }) => [id]);
  await followQuestion(context, accepted.id, {
    json: flags.json ?? false,
    csv: flags.csv ?? false,
    rows: flags.rows,
    onInterrupt: 'cancel',
  });
}
