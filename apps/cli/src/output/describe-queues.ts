import { count, formatDuration, nameStage, oneLine } from '@assay/client';
import type { DeadLetterDetail, DeadLetterView, QueueRetry, QueueView, Redriven } from '@assay/contracts';
import type { CliContext } from '../cli-context.js';

export function describeQueues(queues: QueueView[], context: CliContext): string[] {
  const rows = queues.map((queue) => [
    queue.name,
    queue.waiting,
    queue.active,
    queue.delayed,
    queue.failed,
    queue.oldestSeconds === null ? '' : formatDuration(queue.oldestSeconds * 1000),
    queue.paused ? 'paused' : '',
  ]);
  return context.tableOf(['queue', 'waiting', 'active', 'delayed', 'failed', 'oldest', ''], rows);
}

export function describeDeadLetters(letters: DeadLetterView[], context: CliContext): string[] {
  const rows = letters.map((letter) => [
    letter.id,
    letter.queue,
    letter.attempts,
    letter.diedAt,
    letter.error?.code ?? '',
  ]);
  return context.tableOf(['task', 'queue', 'attempts', 'died', 'error'], rows);
}

export function describeDeadLetter(letter: DeadLetterDetail): string[] {
  const run = letter.run === null ? 'of no question' : `${letter.product} ${letter.run} (${letter.runStatus})`;
  const steps = letter.steps.map(({ ordinal, kind, agent, model, status, error, at }) => {
    const who = [agent ?? kind, model].filter((part) => part !== null).join(' ');
    return `  ${at}  step ${ordinal}  ${oneLine(who)}  ${error === null ? status : `${status} ${oneLine(error.code)}`}`;
  });
  return [
    `task ${letter.id}, ${letter.queue}${letter.stage === null ? '' : `, “${nameStage(letter.stage)}”`}`,
    run,
    `died ${letter.diedAt} after ${count(letter.attempts, 'attempt')}: ${
      letter.error === null ? 'no error' : `${oneLine(letter.error.code)}: ${oneLine(letter.error.message)}`
    }`,
    ...(steps.length > 0 ? steps : ['  no step was taken']),
  ];
}

export function describeRedriven(redriven: Redriven): string {
  return redriven.outcome === 'REQUEUED'
    ? `task ${redriven.task} is queued again`
    : `task ${redriven.task}: its question had ended, and was asked again as ${redriven.question}`;
}

export function describeRetry({ jobs, redriven, refused }: QueueRetry): string[] {
  const lines = [
    ...redriven.map(describeRedriven),
    ...refused.map(({ task, message }) => `task ${task} was not retried: ${oneLine(message)}`),
  ];
  if (jobs > 0) lines.push(`${count(jobs, 'failed job')} ${jobs === 1 ? 'is' : 'are'} queued again`);
  return lines.length > 0 ? lines : ['There was nothing to retry.'];
}
