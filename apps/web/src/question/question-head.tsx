import { explainDecision, formatCost, formatDuration, formatNumber, formatPercent } from '@assay/client';
import { isTerminal, type EscalationRecord, type Id } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useAskedRequest, useWorkspace } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { Mark } from '../design/mark.js';
import { QuestionActions } from './question-actions.js';

/** The question, how it ended, why in a sentence, what it took, and what can be done with it. */
export function QuestionHead({ record }: { record: EscalationRecord }): ReactElement {
  const workspace = useWorkspace(record.workspace);
  return (
    <header className="question-head">
      <p className="small soft">
        <Link href={`/workspaces/${record.workspace}`}>{workspace?.name ?? 'workspace'}</Link>
        {' · asked '}
        <time dateTime={record.createdAt}>{new Date(record.createdAt).toLocaleString()}</time>
      </p>
      <PageTitle title={record.question} />
      <Evidence question={record.id} />
      <div className="verdict" aria-live="polite">
        <Mark status={record.status} large />
        <p className="verdict-why">{isTerminal(record.status) ? explainDecision(record) : whereItStands(record)}</p>
      </div>
      <Facts record={record} />
      <QuestionActions record={record} />
    </header>
  );
}

/** What the question was told with it; nothing where there was nothing. */
function Evidence({ question }: { question: Id }): ReactElement | null {
  const evidence = useAskedRequest(question).data?.evidence ?? [];
  if (evidence.length === 0) return null;
  return (
    <div className="note small question-evidence">
      <h2 className="small">Evidence</h2>
      <ul>
        {evidence.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function whereItStands(record: EscalationRecord): string {
  const started = record.events.filter(({ type }) => type === 'stage-started').length;
  if (started === 0) return 'Taken; the first step has not begun yet.';
  const stages = record.events.flatMap((event) =>
    event.type === 'stage-started' || event.type === 'stage-finished' ? [event] : [],
  );
  const finished = new Set(
    stages.flatMap((event) => (event.type === 'stage-finished' ? [`${event.level} ${event.stage}`] : [])),
  );
  const open = stages.filter(
    ({ type, level, stage }) => type === 'stage-started' && !finished.has(`${level} ${stage}`),
  );
  if (open.length === 0) return `At level ${record.level}: deciding what comes next.`;
  return `At level ${record.level}: ${[...new Set(open.map(({ stage }) => stage))].join(' and ')}.`;
}

function Facts({ record }: { record: EscalationRecord }): ReactElement {
  const { usage, finishedAt, createdAt } = record;
  const facts: [string, string | null][] = [
    ['Level', record.level],
    ['Case', record.case],
    ['Confidence', record.confidence === null ? null : formatPercent(record.confidence * 100)],
    ['Model calls', formatNumber(usage.modelCalls)],
    ['Tokens', `${formatNumber(usage.inputTokens)} in, ${formatNumber(usage.outputTokens)} out`],
    ['Cost', costOf(record)],
    ['Took', finishedAt === null ? null : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** What was spent; of models without a known price nothing can be said. */
function costOf(record: EscalationRecord): string | null {
  const answered = record.calls.filter(({ status }) => status === 'answered');
  const unpriced = answered.filter(({ costUsd }) => costUsd === null).length;
  if (answered.length === 0) return null;
  if (unpriced === answered.length) return 'price not known';
  return `${unpriced > 0 ? 'at least ' : ''}${formatCost(record.usage.costUsd)}`;
}
