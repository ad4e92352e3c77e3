import type { CallRecord, Id } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { parseId } from '../options.js';
import { describeRecord } from '../output/describe-record.js';

interface RecordFlags {
  json?: true;
  calls?: true | Id;
}

export function addRecordCommand(program: Command, context: CliContext): void {
  program
    .command('record')
    .description('show how a question was decided; as JSON where the output is not a terminal')
    .argument('<question>', 'id of the question', parseId)
    .option('--json', 'print it as JSON on a terminal too')
    .option('--calls [call]', 'list the model calls, or show one of them whole, as JSON', parseId)
    .action(async (question: Id, flags: RecordFlags) => showRecord(context, question, flags));
}

async function showRecord(context: CliContext, question: Id, flags: RecordFlags): Promise<void> {
  const { questions } = context.client();
  if (typeof flags.calls === 'string') {
    context.printJson(await questions.call(question, flags.calls));
    return;
  }
  const record = await questions.record(question);
  const asJson = flags.json ?? context.terminal.stdout.isTTY !== true;
  if (asJson) context.printJson(flags.calls ? record.calls : record);
  else if (flags.calls) context.print(listCalls(record.calls, context));
  else context.print(describeRecord(record, { width: context.width, paint: context.paint }));
}

function listCalls(calls: CallRecord[], context: CliContext): string[] {
  const names = ['id', 'agent', 'status', 'model', 'in', 'out', 'ms', 'finish'];
  const rows = calls.map((call) => [
    call.id,
    call.agent,
    call.replayed ? 'replayed' : call.status,
    call.model,
    call.inputTokens,
    call.outputTokens,
    call.latencyMs,
    call.error?.code ?? call.finishReason,
  ]);
  return context.tableOf(names, rows, 'There are no calls.');
}
