import { describeOpenPoints, oneLine } from '@assay/client';
import type { Id, QuestionView } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { parseId } from '../options.js';

export function addSettleCommand(program: Command, context: CliContext): void {
  program
    .command('settle')
    .description('choose the meaning of an open point; without an option, list open points')
    .argument('<question>', 'id of the question', parseId)
    .argument('[option]', 'id of the option')
    .option('--point <id>', 'the open point, where there are several')
    .option('--remember [sentence]', 'keep the choice as evidence of the workspace, in your words if given')
    .option('--json', 'print the question as JSON')
    .action(async (question: Id, option: string | undefined, flags: Flags) => {
      const { questions } = context.client();
      const before = await questions.get(question);
      if (option === undefined) {
        return context.show(flags.json, before, () =>
          before.openPoints.length > 0 ? describeOpenPoints(before) : ['Nothing is open.'],
        );
      }
      const openPoint = pointOf(before, option, flags.point);
      const settled = await questions.settle(question, {
        openPoint,
        option,
        ...(flags.remember !== undefined && { remember: true }),
        ...(typeof flags.remember === 'string' && { sentence: flags.remember }),
      });
      if (flags.json) return context.printJson(settled);
      const [winner] = settled.result?.sqlList ?? [];
      const meant = settled.readings.find(({ chosen }) => chosen);
      context.print([...(meant === undefined ? [] : [oneLine(meant.statement)]), winner?.sql ?? '']);
    });
}

interface Flags {
  point?: string;
  remember?: true | string;
  json?: true;
}

function pointOf(before: QuestionView, option: string, point: string | undefined): Id {
  const { openPoints } = before;
  if (openPoints.length === 0)
    throw new CliProblem('Nothing is open: say in the question what is meant, and ask again.');
  const meant = point === undefined ? openPoints : openPoints.filter(({ id }) => id === point);
  const [fitting, other] = meant.filter(({ options }) => options.some(({ id }) => id === option));
  if (fitting !== undefined && other === undefined) return fitting.id;
  const why =
    fitting !== undefined
      ? `Several open points have the option ${JSON.stringify(option)}: say which with --point.`
      : meant.length === 0
        ? `There is no open point ${JSON.stringify(point)}.`
        : `There is no option ${JSON.stringify(option)}.`;
  throw new CliProblem(why, ['What is open, and the options of each point:', ...describeOpenPoints(before)]);
}
