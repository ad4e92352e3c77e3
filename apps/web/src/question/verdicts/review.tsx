import { count } from '@assay/client';
import type { ReactElement } from 'react';
import { isChanged, type AttemptView } from '../model/attempt-view.js';

export function Review({ view }: { view: AttemptView }): ReactElement | null {
  const reviewed = view.judged.flatMap((candidate) =>
    view.kept.flatMap((test) => {
      const cell = view.cell(candidate.id, test.id);
      return cell?.supervisor ? [{ candidate, test, cell, opinion: cell.supervisor }] : [];
    }),
  );
  if (reviewed.length === 0) return null;
  const changed = reviewed.filter(({ cell }) => isChanged(cell));
  return (
    <section className="stack" aria-labelledby="review">
      <h2 id="review">The second look</h2>
      <p className="soft">
        The supervisor looked at {count(reviewed.length, 'failed verdict')} again, and changed{' '}
        {changed.length === 0 ? 'none' : changed.length}.
      </p>
      <ul className="review">
        {reviewed.map(({ candidate, test, cell, opinion }) => (
          <li key={`${candidate.id} ${test.id}`}>
            <span>
              <strong>{view.nameOf(candidate.id)}</strong>, test {test.number}:{' '}
              {isChanged(cell) ? (
                <span className="tag tag-gold">
                  {cell.evaluator?.verdict} → {opinion.verdict}
                </span>
              ) : (
                <span className="tag">stays {opinion.verdict}</span>
              )}
              {opinion.severity !== null && <span className="faint small"> severity {opinion.severity}</span>}
            </span>
            <span className="small soft">{opinion.reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
