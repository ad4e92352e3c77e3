import { formatDuration } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { TaskBar } from '../model/timeline-layout.js';

export function TaskDetail({
  bar,
  record,
  onClose,
}: {
  bar: TaskBar;
  record: EscalationRecord;
  onClose: () => void;
}): ReactElement {
  const { task, queued, began, ended } = bar;
  const calls = record.calls.filter((call) => call.task === task.id);
  return (
    <section className="panel stack-tight" aria-label="Task" aria-live="polite">
      <div className="view-head">
        <h2>
          {task.queue}, task {task.ordinal} <span className="tag">{task.straggler ? 'straggler' : task.status}</span>
        </h2>
        <button type="button" className="button button-plain" onClick={onClose}>
          Close
        </button>
      </div>
      <p className="small numeric">
        {began === null
          ? 'Waiting for a worker.'
          : `Waited ${formatDuration(began - queued)}, ran ${formatDuration(ended - began)}${bar.open ? ' so far' : ''}`}
        {task.attempts > 1 && `, begun ${task.attempts} times (the times are the last one's)`}
      </p>
      {task.error !== null && (
        <p className="small">
          Last error: {task.error.message} <code>{task.error.code}</code>
        </p>
      )}
      {calls.length > 0 && (
        <ul className="plain small">
          {calls.map((call) => (
            <li key={call.id}>
              <Link href={`/questions/${record.id}/calls?call=${call.id}`}>{call.model}</Link>:{' '}
              {call.status === 'answered' ? 'answered' : (call.error?.message ?? 'failed')} in{' '}
              {formatDuration(call.latencyMs)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
