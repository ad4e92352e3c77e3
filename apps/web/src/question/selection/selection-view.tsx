import { describePair, formatPercent, pairsOf, type Pair } from '@assay/client';
import type { EscalationRecord, Id } from '@assay/contracts';
import { useMemo, type ReactElement } from 'react';
import { useWorkspace } from '../../api/queries.js';
import { Empty } from '../../design/empty.js';
import { FormattedSql } from '../../design/sql.js';
import { LevelTabs } from '../level-tabs.js';
import { viewAttempt, type AttemptView } from '../model/attempt-view.js';
import { useAttemptIndex } from '../model/place.js';
import { explainNonFinalists } from '../model/attempt-words.js';
import { describeMethod } from '../model/words.js';
import './selection.css';

export function SelectionView({ record }: { record: EscalationRecord }): ReactElement {
  const index = useAttemptIndex(record);
  const attempt = record.attempts[index];
  const view = useMemo(() => (attempt === undefined ? null : viewAttempt(attempt)), [attempt]);
  if (view === null) return <p className="soft">No level has begun.</p>;
  const { selection, comparisons } = view.attempt;
  return (
    <div className="view">
      <div className="view-head">
        <p className="soft">
          {selection === null ? 'No SQL was selected at this level' : `Selected: ${describeMethod(selection.by)}`}
        </p>
        <LevelTabs record={record} current={index} />
      </div>
      {selection !== null && <Finalists view={view} record={record} />}
      {comparisons.length === 0 ? (
        <Empty title="Nothing was compared in pairs.">
          <p>
            {(selection?.finalists.length ?? 0) > 1
              ? 'No comparison could have changed the choice.'
              : 'That happens only where SQLs behave differently and a comparison could change the choice.'}{' '}
            {selection?.by === 'single-result' && 'Here they all return the same.'}
          </p>
        </Empty>
      ) : (
        <Pairs pairs={pairsOf(view.attempt.comparisons)} view={view} threshold={record.settings.selectionConfidence} />
      )}
    </div>
  );
}

function Finalists({ view, record }: { view: AttemptView; record: EscalationRecord }): ReactElement {
  const { selection, winner, candidates } = view.attempt;
  const dialect = useWorkspace(record.workspace)?.dialect ?? null;
  const finalists = selection?.finalists ?? [];
  const isAlone = finalists.length < 2;
  const sqlOf = (id: Id): string => candidates.find((candidate) => candidate.id === id)?.sql ?? '';
  return (
    <section className="stack" aria-labelledby="finalists">
      <h2 id="finalists">{isAlone ? 'The only SQL to select' : 'Finalists'}</h2>
      {explainNonFinalists(view).map((sentence) => (
        <p key={sentence} className="soft small">
          {sentence}
        </p>
      ))}
      <div className="finalists">
        {finalists.map(({ candidate, clusterSize, complexity, wins }) => (
          <article key={candidate} className={`panel stack-tight${candidate === winner ? ' finalist-won' : ''}`}>
            <h3>
              {view.nameOf(candidate)} {candidate === winner && <span className="tag tag-gold">winner</span>}
            </h3>
            <dl className="facts">
              <div>
                <dt>Candidates with its result</dt>
                <dd>{clusterSize}</dd>
              </div>
              {!isAlone && (
                <div>
                  <dt>Confident wins</dt>
                  <dd>{wins}</dd>
                </div>
              )}
              <div>
                <dt>Complexity</dt>
                <dd>{complexity}</dd>
              </div>
            </dl>
            <FormattedSql sql={sqlOf(candidate)} dialect={dialect} />
          </article>
        ))}
      </div>
    </section>
  );
}

interface PairsProps {
  pairs: Pair[];
  view: AttemptView;
  threshold: number;
}

function Pairs({ pairs, view, threshold }: PairsProps): ReactElement {
  return (
    <section className="stack" aria-labelledby="pairs">
      <h2 id="pairs">Comparisons, each in both orders</h2>
      <p className="soft small">
        A pair counts only where both orders prefer the same SQL, with a mean confidence of{' '}
        {formatPercent(threshold * 100)} or more. Otherwise it is a tie.
      </p>
      {pairs.map((pair) => (
        <article key={`${pair.a} ${pair.b}`} className="pair">
          <h3>
            {view.nameOf(pair.a)} and {view.nameOf(pair.b)}{' '}
            <span className="tag">{describePair(pair, (id) => view.nameOf(id), threshold)}</span>
          </h3>
          <div className="pair-orders">
            {pair.orders.map(({ shownFirst, winner, confidence, reasoning }) => (
              <div key={shownFirst} className="note small stack-tight">
                <p>
                  <strong>{view.nameOf(shownFirst)} shown first:</strong>{' '}
                  {winner === null ? 'a tie' : `prefers ${view.nameOf(winner)}`},{' '}
                  <span className="numeric">{formatPercent(confidence * 100)} sure</span>
                </p>
                <p className="soft">{reasoning}</p>
              </div>
            ))}
          </div>
        </article>
      ))}
    </section>
  );
}
