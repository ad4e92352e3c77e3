import { formatDuration } from '@assay/client';
import type { ReactElement } from 'react';
import type { TaskBar } from '../model/timeline-layout.js';

/** For keyboard and screen readers. */
export function TaskList({ bars, onChoose }: { bars: TaskBar[]; onChoose: (task: string) => void }): ReactElement {
  return (
    <details className="task-list">
      <summary>Each of them</summary>
      <ol>
        {bars.map((bar) => (
          <li key={bar.task.id}>
            <button type="button" className="task-open" onClick={() => onChoose(bar.task.id)}>
              Task {bar.task.ordinal}: {timesOf(bar)}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function timesOf({ task, queued, began, ended, open }: TaskBar): string {
  if (began === null) return open ? 'waits' : 'never begun';
  const state = task.straggler ? ', straggler' : task.status === 'DEAD' ? ', failed' : open ? ' so far' : '';
  return `waited ${formatDuration(began - queued)}, ran ${formatDuration(ended - began)}${state}`;
}
