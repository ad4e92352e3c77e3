import type { Id, QuestionStatus } from '@assay/contracts';
import type { Command } from 'commander';
import { naming } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { parseId, parseStatus } from '../options.js';

interface ListFlags {
  workspace?: string;
  status?: QuestionStatus;
  search?: string;
  saved?: true;
  follows?: Id;
  json?: true;
}

export function addQuestionsCommand(program: Command, context: CliContext): void {
  program
    .command('questions')
    .description('list questions, the newest first')
    .option('-w, --workspace <id or name>', 'of one workspace')
    .option('--status <status>', 'those with this status, as GOLD', parseStatus)
    .option('--search <words>', 'beginnings of words of question and name')
    .option('--saved', 'those that are saved under a name')
    .option('--follows <question>', 'those that follow up the question of this id', parseId)
    .option('--json', 'print the page as JSON')
    .action(async ({ json, ...filter }: ListFlags) => {
      const client = context.client();
      const page = await naming(client, filter.workspace, client.questions.list(filter));
      const rows = page.items.map(({ id, status, name, question }) => [id, status, name ?? '', question]);
      context.show(json, page, () => context.tableOf(['id', 'status', 'name', 'question'], rows));
    });
  program
    .command('save')
    .description('save a question under a name; without one, the name is removed')
    .argument('<question>', 'id of the question', parseId)
    .argument('[name]', 'the name')
    .action(async (question: Id, name?: string) => {
      const saved = await context.client().questions.name(question, name ?? null);
      context.print([saved.name === null ? 'It has no name any more.' : `Saved as ${saved.name}.`]);
    });
  program
    .command('chart')
    .description('print a chart of the answer as Vega-Lite JSON, where a chart shows it well')
    .argument('<question>', 'id of the question', parseId)
    .action(async (question: Id) => {
      const chart = await context.client().questions.chartOrReason(question);
      if (typeof chart === 'string') context.print([`There is no chart: ${chart}.`]);
      else context.printJson(chart);
    });
}
