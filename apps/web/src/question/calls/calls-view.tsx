import { describeUsage, formatCost, formatDuration, formatNumber } from '@assay/client';
import type { CallRecord, EscalationRecord } from '@assay/contracts';
import { scaleLinear } from 'd3-scale';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'wouter';
import { Empty } from '../../design/empty.js';
import { spendingByAgent, type Spending } from '../model/spending.js';
import { CallDetails } from './call-details.js';
import { CallTable } from './call-table.js';
import './calls.css';

export function CallsView({ record }: { record: EscalationRecord }): ReactElement {
  const [search, setSearch] = useSearchParams();
  const [agent, setAgent] = useState<string | null>(null);
  const chosen = record.calls.find(({ id }) => id === search.get('call')) ?? null;
  if (record.calls.length === 0) {
    return <Empty title="No model was called (yet)." />;
  }
  const choose = (call: CallRecord | null): void =>
    setSearch(call === null ? {} : { call: call.id }, { replace: true });
  const shown = agent === null ? record.calls : record.calls.filter((call) => call.agent === agent);
  return (
    <div className="view">
      <ByAgent spending={spendingByAgent(record.calls)} chosen={agent} onChoose={setAgent} />
      <p className="legend small soft">
        <span>
          <i className="key bar-in" /> tokens in
        </span>
        <span>
          <i className="key bar-out" /> tokens out
        </span>
      </p>
      <p className="small soft numeric">In all: {describeUsage(record)}</p>
      <CallTable calls={shown} chosen={chosen?.id ?? null} onChoose={choose} />
      {chosen !== null && (
        <CallDetails key={chosen.id} question={record.id} call={chosen} onClose={() => choose(null)} />
      )}
    </div>
  );
}

interface ByAgentProps {
  spending: Spending[];
  chosen: string | null;
  onChoose: (agent: string | null) => void;
}

function ByAgent({ spending, chosen, onChoose }: ByAgentProps): ReactElement {
  const most = Math.max(1, ...spending.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens));
  const percent = scaleLinear([0, most], [0, 100]);
  return (
    <ul className="by-agent" aria-label="Spent by agent">
      {spending.map(({ agent, calls, failed, inputTokens, outputTokens, costUsd, latencyMs }) => (
        <li key={agent}>
          <button
            type="button"
            className="by-agent-row"
            aria-pressed={chosen === agent}
            onClick={() => onChoose(chosen === agent ? null : agent)}
          >
            <span className="by-agent-name">{agent}</span>
            <span className="by-agent-bar" aria-hidden="true">
              <span style={{ width: `${percent(inputTokens)}%` }} className="bar-in" />
              <span style={{ width: `${percent(outputTokens)}%` }} className="bar-out" />
            </span>
            <span className="small soft numeric">
              {calls} {calls === 1 ? 'call' : 'calls'}
              {failed > 0 && `, ${failed} failed`} · {formatNumber(inputTokens)} in, {formatNumber(outputTokens)} out ·{' '}
              {costUsd === null ? 'price not known' : formatCost(costUsd)} · {formatDuration(latencyMs)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
