import { describeCached, formatCost, formatDuration, formatNumber, formatPercent, nameLevel } from '@assay/client';
import type { EscalationRecord, Id } from '@assay/contracts';
import type { ReactElement } from 'react';
import { useAskedRequest } from '../../api/queries.js';

export function Details({ record }: { record: EscalationRecord }): ReactElement {
  return (
    <details>
      <summary>Details: models, cost, calls</summary>
      <div className="stack">
        <Facts record={record} />
        <Evidence question={record.id} />
        <Definitions definitions={record.definitions} />
      </div>
    </details>
  );
}

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

function Definitions({ definitions }: Pick<EscalationRecord, 'definitions'>): ReactElement | null {
  if (definitions.length === 0) return null;
  return (
    <div className="note small question-evidence">
      <h2 className="small">Definitions</h2>
      <ul>
        {definitions.map(({ name, source, text }) => (
          <li key={`${source} ${name}`}>
            {text} <span className="soft">{source}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ record }: { record: EscalationRecord }): ReactElement {
  const { usage, finishedAt, createdAt, confidence } = record;
  const facts: [string, string | null][] = [
    ['Models', nameLevel(record.level)],
    ['Confidence', confidence === null ? null : formatPercent(confidence * 100)],
    ['Model calls', formatNumber(usage.modelCalls)],
    [
      'Tokens',
      `${formatNumber(usage.inputTokens)} in${describeCached(usage)}, ${formatNumber(usage.outputTokens)} out`,
    ],
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

function costOf(record: EscalationRecord): string | null {
  const answered = record.calls.filter(({ status }) => status === 'answered');
  const unpriced = answered.filter(({ costUsd }) => costUsd === null).length;
  if (answered.length === 0) return null;
  if (unpriced === answered.length) return 'price not known';
  return `${unpriced > 0 ? 'at least ' : ''}${formatCost(record.usage.costUsd)}`;
}
