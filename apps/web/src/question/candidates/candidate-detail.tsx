import { describeEvidenceFailures, formatPercent } from '@assay/client';
import type { CandidateRecord, EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { useWorkspace } from '../../api/queries.js';
import { CopyButton } from '../../design/copy-button.js';
import { FormattedSql } from '../../design/sql.js';
import type { AttemptView } from '../model/attempt-view.js';
import { describeRejection, describeStop } from '../model/describe-rejection.js';
import { describeStrategy } from '../model/words.js';

interface CandidateDetailProps {
  candidate: CandidateRecord;
  view: AttemptView;
  record: EscalationRecord;
}

export function CandidateDetail({ candidate, view, record }: CandidateDetailProps): ReactElement {
  const { id, sql, valid, reasoning, complexity, retries, repeatsFailed } = candidate;
  const duplicates = view.attempt.candidates.filter(({ duplicateOf }) => duplicateOf === id);
  const rate = view.passRate(id);
  const stop = describeStop(record, candidate);
  const dialect = useWorkspace(record.workspace)?.dialect ?? null;
  return (
    <article className="candidate">
      <div className="candidate-head">
        <h3>{valid ? view.nameOf(id) : `Job ${candidate.ordinal}`}</h3>
        {rate !== null && <span className={`tag ${rate === 100 ? 'tag-pass' : ''}`}>{formatPercent(rate)}</span>}
        {id === view.attempt.winner && <span className="tag tag-gold">winner</span>}
        {retries.length > 0 && <span className="tag tag-warn">{countRetries(retries)}</span>}
        {repeatsFailed && <span className="tag tag-fail">failed at an earlier level</span>}
        {duplicates.length > 0 && <span className="tag">×{duplicates.length + 1}</span>}
      </div>
      {sql !== '' && <FormattedSql sql={sql} dialect={dialect} />}
      {!valid && <p className="small">{describeRejection(candidate, view.attempt.tests)}</p>}
      {describeEvidenceFailures(candidate).map((doubt) => (
        <p key={doubt} className="small">
          {doubt}
        </p>
      ))}
      {stop !== null && <p className="small soft">{stop}</p>}
      <details>
        <summary>How it came about</summary>
        <div className="stack-tight small">
          <p className="soft">
            {originOf(candidate)}, complexity {complexity}
          </p>
          {reasoning !== '' && <p className="prose">{reasoning}</p>}
          <Retries candidate={candidate} />
          {duplicates.map((duplicate) => (
            <div key={duplicate.id} className="stack-tight">
              <p className="soft">Written again by {originOf(duplicate)}</p>
              <Retries candidate={duplicate} />
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

function originOf({ ordinal, strategy, temperature, model, retries }: CandidateRecord): string {
  const origin = `job ${ordinal}: ${describeStrategy(strategy)}, temperature ${Number(temperature.toFixed(2))}, ${model}`;
  return retries.length === 0 ? origin : `${origin}, after ${countRetries(retries)}`;
}

function countRetries({ length }: CandidateRecord['retries']): string {
  return `${length} ${length === 1 ? 'retry' : 'retries'}`;
}

function Retries({ candidate }: { candidate: CandidateRecord }): ReactElement[] {
  return candidate.retries.map(({ attempt, category, message, sql }) => (
    <div key={attempt} className="note stack-tight">
      <p>
        Try {attempt} of job {candidate.ordinal} was refused: <code>{category}</code>
      </p>
      <p className="retry-message">{message}</p>
      {sql !== '' && <code className="one-line soft">{sql}</code>}
    </div>
  ));
}
