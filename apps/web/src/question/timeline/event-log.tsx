import { count, describeEvent, NO_PROGRESS, reduceProgress } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import { useMemo, type ReactElement } from 'react';

export function EventLog({ record }: { record: EscalationRecord }): ReactElement {
  const lines = useMemo(() => linesOf(record), [record]);
  return (
    <details>
      <summary>Log of {count(record.events.length, 'event')}</summary>
      <ol className="event-log">
        {lines.map(({ sequence, at, text }) => (
          <li key={sequence}>
            <time className="faint mono" dateTime={at}>
              {new Date(at).toISOString().slice(11, 23)}
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function linesOf(record: EscalationRecord): { sequence: number; at: string; text: string }[] {
  let progress = NO_PROGRESS;
  return record.events.flatMap((event) => {
    progress = reduceProgress(progress, event);
    const text = describeEvent(event, progress);
    return text === null ? [] : [{ sequence: event.sequence, at: event.at, text }];
  });
}
