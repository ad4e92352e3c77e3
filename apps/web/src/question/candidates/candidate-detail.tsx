import { formatPercent, whyInvalid } from '@assay/client';
import type { CandidateRecord, EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { CopyButton } from '../../design/copy-button.js';
import { Sql } from '../../design/sql.js';
import type { AttemptView } from '../model/attempt-view.js';
import { describeStrategy } from '../model/words.js';

interface CandidateDetailProps {
  candidate: CandidateRecord;
  view: AttemptView;
  record: EscalationRecord;
}

/** One SQL: where it came from, what went wrong on the way, how it was judged. */
export function CandidateDetail({ candidate, view, record }: CandidateDetailProps): ReactElement {
  const { id, sql, valid, reasoning, strategy, temperature, model, complexity, retries, repeatsFailed } = candidate;
  const duplicates = view.attempt.candidates.filter(({ duplicateOf }) => duplicateOf === id);
  const rate = view.passRate(id);
  return (
    <article className="candidate">
      <div className="candidate-head">
        <h3>{valid ? view.nameOf(id) : `Job ${candidate.ordinal}`}</h3>
        {rate !== null && <span className={`tag ${rate === 100 ? 'tag-pass' : ''}`}>{formatPercent(rate)}</span>}
        {id === view.attempt.winner && <span className="tag tag-gold">winner</span>}
        {retries.length > 0 && (
          <span className="tag tag-warn">
            {retries.length} {retries.length === 1 ? 'retry' : 'retries'}
          </span>
        )}
        {repeatsFailed && <span className="tag tag-fail">failed at an earlier level</span>}
        {duplicates.length > 0 && <span className="tag">×{duplicates.length + 1}</span>}
      </div>
      {sql !== '' && <Sql sql={sql} />}
      {!valid && <p className="small">{lastErrorOf(record, candidate)}</p>}
      <details>
        <summary>How it came about</summary>
        <div className="stack-tight small">
          <p className="soft">
            {describeStrategy(strategy)}, temperature {Number(temperature.toFixed(2))}, {model}, complexity {complexity}
            {duplicates.length > 0 && `; written again by jobs ${duplicates.map(({ ordinal }) => ordinal).join(', ')}`}
          </p>
          {reasoning !== '' && <p className="prose">{reasoning}</p>}
          {retries.map(({ attempt, category, message, sql: tried }) => (
            <div key={attempt} className="note stack-tight">
              <p>
                Try {attempt} was refused: <code>{category}</code>
              </p>
              <p className="retry-message">{message}</p>
              {tried !== '' && <code className="one-line soft">{tried}</code>}
            </div>
          ))}
          {sql !== '' && (
            <div>
              <CopyButton text={sql} label="Copy SQL" />
            </div>
          )}
        </div>
      </details>
    </article>
  );
}

function lastErrorOf(record: EscalationRecord, candidate: CandidateRecord): string {
  if (candidate.sql.trim() === '') return 'No SQL was given.';
  return whyInvalid(record, candidate) ?? 'It was refused before it ran.';
}
