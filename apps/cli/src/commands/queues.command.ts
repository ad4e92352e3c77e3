import { count } from '@assay/client';
import { CONTROL_QUEUES, isId, TASK_QUEUES, type Id, type QueueName } from '@assay/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { parseCount, parseId } from '../options.js';
import {
  describeDeadLetter,
  describeDeadLetters,
  describeQueues,
  describeRedriven,
  describeRetry,
} from '../output/describe-queues.js';
import { take } from '../take.js';

const QUEUES: readonly QueueName[] = [...TASK_QUEUES, ...CONTROL_QUEUES];
/** Their jobs have no rows: deleting them loses requests. */
const HOLDS_ASKS: ReadonlySet<string> = new Set(['questions', 'story-evaluations']);
const SHOWN = 50;

interface JsonFlag {
  json?: true;
}

export function addQueuesCommand(program: Command, context: CliContext): void {
  const queues = program.command('queues').description('queues and dead letters (admin keys)');
  queues
    .command('list', { isDefault: true })
    .description('list them: depth, age of the oldest, failed')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: JsonFlag) => {
      const list = await context.client().queues.list();
      context.show(json, list, () => describeQueues(list, context));
    });
  addDeadLetterCommands(queues, context);
  queues
    .command('retry')
    .description('retry the dead letters of a queue, or a single one')
    .argument('<queue or task>', 'a queue, or the id of a dead task', parseQueueOrTask)
    .option('--json', 'print what was done as JSON')
    .action(async (target: string, flags: JsonFlag) => retry(context, target, flags));
  addStateCommands(queues, context);
}

function addDeadLetterCommands(queues: Command, context: CliContext): void {
  queues
    .command('dead')
    .description('list tasks that ended without success, newest first; or show one')
    .argument('[queue or task]', 'a queue, or the id of a dead task', parseQueueOrTask)
    .option('-n, --limit <number>', 'list at most this many', parseCount, SHOWN)
    .option('--json', 'print them as JSON')
    .action(async (target: string | undefined, flags: JsonFlag & { limit: number }) => {
      if (target !== undefined && isId(target)) return showDeadLetter(context, target, flags);
      const letters = await take(context.client().queues.allDeadLetters(target), flags.limit);
      context.show(flags.json, letters, () => describeDeadLetters(letters, context));
    });
}

function addStateCommands(queues: Command, context: CliContext): void {
  queues
    .command('pause')
    .description('pause a queue: no service takes its jobs; running jobs and deadlines continue')
    .argument('<queue>', 'its name', parseQueue)
    .action(async (queue: QueueName) => {
      await context.client().queues.pause(queue);
      context.print([`${queue} is paused.`]);
    });
  queues
    .command('resume')
    .description('end a pause')
    .argument('<queue>', 'its name', parseQueue)
    .action(async (queue: QueueName) => {
      await context.client().queues.resume(queue);
      context.print([`${queue} is resumed.`]);
    });
  queues
    .command('drain')
    .description('delete waiting jobs; those of unfinished tasks are published again at once')
    .argument('<queue>', 'its name', parseQueue)
    .option('-y, --yes', 'do not ask for confirmation')
    .action(async (queue: QueueName, flags: { yes?: true }) => drain(context, queue, flags.yes ?? false));
}

async function showDeadLetter(context: CliContext, task: Id, { json }: JsonFlag): Promise<void> {
  const letter = await context.client().queues.deadLetter(task);
  context.show(json, letter, describeDeadLetter);
}

async function retry(context: CliContext, target: string, { json }: JsonFlag): Promise<void> {
  const { queues } = context.client();
  if (isId(target))
    context.show(json, await queues.retryDeadLetter(target), (redriven) => [describeRedriven(redriven)]);
  else context.show(json, await queues.retry(target), describeRetry);
}

async function drain(context: CliContext, queue: QueueName, certain: boolean): Promise<void> {
  if (HOLDS_ASKS.has(queue) && !certain) {
    const agreed = await context.terminal.confirm(`Delete the jobs that wait on ${queue}?`);
    if (agreed === null) throw new CliProblem('Not a terminal: use --yes to drain without confirmation.');
    if (!agreed) return context.print(['Nothing was deleted.']);
  }
  const { removed } = await context.client().queues.drain(queue);
  context.print([`Deleted ${count(removed, 'job')}.`]);
}

function parseQueue(text: string): QueueName {
  const queue = QUEUES.find((known) => known === text);
  if (queue === undefined) throw new InvalidArgumentError(`The queues are ${QUEUES.join(', ')}.`);
  return queue;
}

function parseQueueOrTask(text: string): string {
  return isId(text) ? parseId(text) : parseQueue(text);
}
