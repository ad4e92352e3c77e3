import { count, oneLine } from '@assay/client';
import type { Id, ReplayReport } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { EXIT_ERROR } from '../exit-codes.js';
import { parseId } from '../options.js';

export function addReplayCommand(program: Command, context: CliContext): void {
  program
    .command('replay')
    .description('replay a question from its journal, without a model, and report differences')
    .argument('<question>', 'id of the question', parseId)
    .option('--json', 'print the report as JSON')
    .action(async (question: Id, flags: { json?: true }) => {
      const report = await context.client().questions.replay(question);
      context.show(flags.json, report, describeReplay);
      if (report.differences.length > 0) context.exitCode = EXIT_ERROR;
    });
}

function describeReplay({ differences, callsNotKept = 0 }: ReplayReport): string[] {
  const unread = callsNotKept === 0 ? [] : [`${count(callsNotKept, 'call')} not read again: the answers are not kept.`];
  if (differences.length === 0) return ['Nothing differs.', ...unread];
  const lines = differences.flatMap(({ kind, at, recorded, replayed }) => [
    `${oneLine(kind)} at ${oneLine(at)}`,
    `  recorded  ${asText(recorded)}`,
    `  replayed  ${asText(replayed)}`,
  ]);
  return [...lines, count(differences.length, 'difference'), ...unread];
}

function asText(value: unknown): string {
  return oneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));
}
