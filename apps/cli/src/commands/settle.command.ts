import { describeOpenPoints, oneLine } from '@assay/client';
import type { Id } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { parseId } from '../options.js';

/** `assay settle`: says what is meant where a question leaves something open. */
export function addSettleCommand(program: Command, context: CliContext): void {
  program
    .command('settle')
    .description('say what is meant where an answer leaves something open; without an option, show what is open')
    .argument('<question>', 'id of the question', parseId)
    .argument('[option]', 'id of the option')
    .option('--point <id>', 'the open point, where there are several')
    .option('--remember', "keep it as evidence of the question's workspace")
    .option('--json', 'print the question as JSON')
    .action(async (question: Id, option: string | undefined, flags: Flags) => {
      const { questions } = context.client();
      const before = await questions.get(question);
      if (option === undefined) {
        if (flags.json) context.printJson(before);
        else context.print(before.openPoints.length > 0 ? describeOpenPoints(before) : ['Nothing is open.']);
        return;
      }
      const openPoint = flags.point ?? onlyPoint(before.openPoints);
      const settled = await questions.settle(question, {
        openPoint,
        option,
        ...(flags.remember && { remember: true }),
      });
      if (flags.json) return context.printJson(settled);
      const [winner] = settled.result?.sqlList ?? [];
      const meant = settled.readings.find(({ chosen }) => chosen);
      context.print([...(meant === undefined ? [] : [oneLine(meant.statement)]), winner?.sql ?? '']);
    });
}

interface Flags {
  point?: string;
  remember?: true;
  json?: true;
}

function onlyPoint(points: readonly { id: Id }[]): Id {
  const [only, other] = points;
  if (only === undefined) throw new CliProblem('Nothing is open.');
  if (other !== undefined) throw new CliProblem(`Say which with --point: ${points.map(({ id }) => id).join(', ')}`);
  return only.id;
}
