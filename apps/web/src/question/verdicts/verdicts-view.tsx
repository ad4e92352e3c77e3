import type { EscalationRecord } from '@assay/contracts';
import { useMemo, useState, type ReactElement } from 'react';
import { Empty } from '../../design/empty.js';
import { LevelTabs } from '../level-tabs.js';
import { isChanged, viewAttempt, type AttemptView } from '../model/attempt-view.js';
import { countVerdicts } from '../model/attempt-words.js';
import { useAttemptIndex } from '../model/place.js';
import { CellDetail } from './cell-detail.js';
import { Matrix } from './matrix.js';
import { MergedTests } from './merged-tests.js';
import type { CellPlace } from './move.js';
import { Review } from './review.js';
import './verdicts.css';

export function VerdictsView({ record }: { record: EscalationRecord }): ReactElement {
  const index = useAttemptIndex(record);
  const attempt = record.attempts[index];
  const view = useMemo(() => (attempt === undefined ? null : viewAttempt(attempt)), [attempt]);
  if (view === null) return <p className="soft">No level has begun.</p>;
  return (
    <div className="view">
      <div className="view-head">
        <p className="soft">{countVerdicts(view)}</p>
        <LevelTabs record={record} current={index} />
      </div>
      {view.kept.length === 0 || view.judged.length === 0 ? (
        <NothingJudged view={view} />
      ) : (
        <MatrixWithDetail key={view.attempt.level} view={view} />
      )}
      <Review view={view} />
      <MergedTests view={view} />
    </div>
  );
}

function NothingJudged({ view }: { view: AttemptView }): ReactElement {
  const { attempt, judged } = view;
  if (judged.length === 0) {
    return <Empty title="There was nothing to judge: no SQL of this level is valid." />;
  }
  return (
    <div className="stack">
      <Empty title={attempt.tests.length === 0 ? 'There are no tests (yet).' : 'The tests are not numbered yet.'} />
      <ul className="small">
        {attempt.tests.map(({ id, statement }) => (
          <li key={id}>{statement}</li>
        ))}
      </ul>
    </div>
  );
}

function MatrixWithDetail({ view }: { view: AttemptView }): ReactElement {
  const [place, setPlace] = useState<CellPlace>(() => firstOfInterest(view));
  return (
    <div className="matrix-split">
      <div className="stack-tight">
        <Matrix view={view} place={place} onPlace={setPlace} />
        {view.kept.some(({ evidenceCritical }) => evidenceCritical) && <EvidenceLegend />}
      </div>
      <CellDetail view={view} place={place} />
    </div>
  );
}

function EvidenceLegend(): ReactElement {
  return (
    <p className="small soft">
      <span className="matrix-critical">E</span> marks what the evidence demands (evidence-critical).
    </p>
  );
}

function firstOfInterest(view: AttemptView): CellPlace {
  const find = (wanted: (cell: NonNullable<ReturnType<AttemptView['cell']>>) => boolean): CellPlace | null => {
    for (const [row, test] of view.kept.entries()) {
      for (const [column, candidate] of view.judged.entries()) {
        const cell = view.cell(candidate.id, test.id);
        if (cell !== undefined && wanted(cell)) return { row, column };
      }
    }
    return null;
  };
  return find(isChanged) ?? find(({ evaluator }) => evaluator?.verdict === 'FAIL') ?? { row: 0, column: 0 };
}
