import { count, formatDuration, oneLine, renderTable, type TableView } from '@assay/client';
import type { DeadLetterDetail, DeadLetterView, QueueRetry, QueueView, Redriven } from '@assay/contracts';

export function describeQueues(queues: QueueView[], view: TableView): string[] {
  const columns = [
    { name: 'queue' },
    { name: 'waiting' },
    { name: 'active' },
    { name: 'delayed' },
    { name: 'failed' },
    { name: 'oldest' },
    { name: '' },
  ];
  const rows = queues.map((queue) => [
    queue.name,
    queue.waiting,
    queue.active,
    queue.delayed,
    queue.failed,
    queue.oldestSeconds === null ? '' : formatDuration(queue.oldestSeconds * 1000),
    queue.paused ? 'paused' : '',
  ]);
  return renderTable(columns, rows, view);
}

export function describeDeadLetters(letters: DeadLetterView[], view: TableView): string[] {
  const columns = ['task', 'queue', 'attempts', 'died', 'error'].map((name) => ({ name }));
  const rows = letters.map((letter) => [
    letter.id,
    letter.queue,
    letter.attempts,
    letter.diedAt,
    letter.error?.code ?? '',
  ]);
  return renderTable(columns, rows, view);
}

export function describeDeadLetter(letter: DeadLetterDetail): string[] {
  const run = letter.run === null ? 'of no question' : `${letter.product} ${letter.run} (${letter.runStatus})`;
  const steps = letter.steps.map(({ ordinal, kind, agent, model, status, error, at }) => {
    const who = [agent ?? kind, model].filter((part) => part !== null).join(' ');
    return `  ${at}  step ${ordinal}  ${oneLine(who)}  ${error === null ? status : `${status} ${oneLine(error.code)}`}`;
  });
  return [
    `task ${letter.id}, ${letter.queue}${letter.stage === null ? '' : `, stage ${letter.stage}`}`,
    run,
    `died ${letter.diedAt} after ${count(letter.attempts, 'attempt')}: ${
      letter.error === null ? 'no error' : `${oneLine(letter.error.code)}: ${oneLine(letter.error.message)}`
    }`,
    ...(steps.length > 0 ? steps : ['  no step was taken']),
  ];
}

export function describeRedriven(redriven: Redriven): string {
  return redriven.outcome === 'REQUEUED'
    ? `task ${redriven.task} waits again`
    : `task ${redriven.task}: its question had ended; asked again as ${redriven.question}`;
}

export function describeRetry({ jobs, redriven, refused }: QueueRetry): string[] {
  const lines = [
    ...redriven.map(describeRedriven),
    ...refused.map(({ task, message }) => `task ${task} stays: ${oneLine(message)}`),
  ];
  if (jobs > 0) lines.push(`${count(jobs, 'failed job')} ${jobs === 1 ? 'waits' : 'wait'} again`);
  return lines.length > 0 ? lines : ['There was nothing to retry.'];
}
