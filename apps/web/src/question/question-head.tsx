import { describeConfidence, reasonOf } from '@assay/client';
import { isTerminal, type EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { Mark } from '../design/mark.js';
import { AskedBefore } from './asked-before.js';
import { Thread } from './thread.js';

export function QuestionHead({ record }: { record: EscalationRecord }): ReactElement {
  const workspace = useWorkspace(record.workspace);
  const sureness = describeConfidence(record);
  const reason = reasonOf(record);
  return (
    <header className="question-head">
      <p className="small soft">
        <Link href={`/workspaces/${record.workspace}`}>{workspace?.name ?? 'workspace'}</Link>
        {' · asked '}
        <time dateTime={record.createdAt}>{new Date(record.createdAt).toLocaleString()}</time>
      </p>
      <Thread record={record} />
      <PageTitle title={record.question} />
      {record.name !== null && <p className="small soft">Saved as “{record.name}”</p>}
      <div className="verdict" aria-live="polite">
        <Mark question={record} large />
        {!isTerminal(record.status) && <p className="verdict-why">{whereItStands(record)}</p>}
        {reason !== null && <p className="verdict-why">{reason}</p>}
        {record.corrections.length > 0 && <a href="#corrections">Somebody said that this is wrong</a>}
        {sureness !== null && <p className={`sureness sureness-${sureness.degree}`}>{sureness.words}</p>}
      </div>
      <AskedBefore record={record} />
    </header>
  );
}

function whereItStands(record: EscalationRecord): string {
  const started = record.events.filter(({ type }) => type === 'stage-started').length;
  if (started === 0) return 'Taken; the first step has not begun yet.';
  const stages = record.events.flatMap((event) =>
    event.type === 'stage-started' || event.type === 'stage-finished' ? [event] : [],
  );
  // Waves repeat stages.
  const open = [...Map.groupBy(stages, ({ level, stage }) => `${level} ${stage}`).values()].flatMap((same) =>
    same.at(-1)?.type === 'stage-started' ? same.slice(-1) : [],
  );
  if (open.length === 0) return `At level ${record.level}: deciding what comes next.`;
  return `At level ${record.level}: ${[...new Set(open.map(({ stage }) => stage))].join(' and ')}.`;
}
