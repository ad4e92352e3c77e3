import {
  describeConfidence,
  describeRunning,
  describeStages,
  explainPath,
  nameLevel,
  NO_PROGRESS,
  reasonOf,
  reduceProgress,
  withoutReplaced,
} from '@assay/client';
import { isTerminal, type EscalationRecord } from '@assay/contracts';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { Mark } from '../design/mark.js';
import { AskedBefore } from './asked-before.js';
import { Earlier } from './thread.js';

export function QuestionHead({ record: whole }: { record: EscalationRecord }): ReactElement {
  const record = withoutReplaced(whole);
  const workspace = useWorkspace(record.workspace);
  const isCorrected = record.correctedSql !== undefined;
  const sureness = describeConfidence(record);
  const reason = isCorrected ? 'Corrected by a person' : reasonOf(record);
  const failing = record.events
    .filter((event) => event.type === 'warning-raised')
    .find(({ code }) => code === 'GOLD_SQL_FAILS');
  return (
    <header className="question-head">
      <p className="small soft">
        <Link href={`/workspaces/${record.workspace}`}>{workspace?.name ?? 'workspace'}</Link>
        {' · asked '}
        <time dateTime={record.createdAt}>{new Date(record.createdAt).toLocaleString()}</time>
      </p>
      {record.continues !== null && (
        <p className="small soft">
          Tests the SQLs of <Link href={`/questions/${record.continues}`}>an earlier answer</Link>
        </p>
      )}
      <Earlier key={record.follows} follows={record.follows} />
      <PageTitle title={record.question} />
      {record.name !== null && <p className="small soft">Saved as “{record.name}”</p>}
      <div className="verdict" aria-live="polite">
        {!isCorrected && <Mark question={record} large />}
        {!isTerminal(record.status) && <RunningLine record={record} />}
        {reason !== null && <p className="verdict-why">{reason}</p>}
        {record.corrected && !isCorrected && <a href="#corrections">Marked as wrong</a>}
        {sureness !== null && <p className={`sureness sureness-${sureness.degree}`}>{sureness.words}</p>}
      </div>
      {isTerminal(record.status) && record.status !== 'ERROR' && !isCorrected && (
        <p className="prose">{explainPath(record)}</p>
      )}
      {failing !== undefined && (
        <p className="prose">
          {failing.message} <Link href={`/workspaces/${record.workspace}/gold`}>Gold SQLs of the workspace</Link>
        </p>
      )}
      <AskedBefore record={record} />
    </header>
  );
}

function RunningLine({ record: { events, createdAt, level } }: { record: EscalationRecord }): ReactElement {
  const progress = useMemo(() => events.reduce(reduceProgress, NO_PROGRESS), [events]);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // the browser's clock may be behind
  const last = Date.parse(events.at(-1)?.at ?? createdAt);
  return (
    <>
      {/* read aloud by stage, not by second */}
      <p className="visually-hidden">
        {nameLevel(level)} models: {describeStages(progress)}
      </p>
      <p className="verdict-why" aria-hidden="true">
        {nameLevel(level)} models: {describeRunning(progress, Math.max(now, last))}
      </p>
    </>
  );
}
