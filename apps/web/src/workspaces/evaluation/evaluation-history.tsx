import { formatNumber } from '@assay/client';
import type { Id, WorkspaceEvaluation } from '@assay/contracts';
import type { ReactElement } from 'react';
import { progressOf, shareAlwaysRight, shareRight } from './evaluation-words.js';

interface EvaluationHistoryProps {
  evaluations: readonly WorkspaceEvaluation[];
  shown: Id;
  onShow: (evaluation: Id) => void;
  /** Null if all are loaded. */
  onMore: (() => void) | null;
}

export function EvaluationHistory({ evaluations, shown, onShow, onMore }: EvaluationHistoryProps): ReactElement {
  return (
    <section className="stack-tight" aria-label="History">
      <div className="table-frame" role="group" aria-label="Evaluations" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" className="number">
                Gold SQLs
              </th>
              <th scope="col" className="number">
                Right
              </th>
              <th scope="col" className="number">
                Every time
              </th>
              <th scope="col">Changed since</th>
            </tr>
          </thead>
          <tbody>
            {evaluations.map((evaluation) => (
              <tr key={evaluation.id} className={evaluation.id === shown ? 'evaluation-shown' : undefined}>
                <td>
                  <button
                    type="button"
                    className="evaluation-choose"
                    aria-pressed={evaluation.id === shown}
                    onClick={() => onShow(evaluation.id)}
                  >
                    {new Date(evaluation.createdAt).toLocaleString(undefined, {
                      dateStyle: 'medium',
                      timeStyle: 'short',
                    })}
                  </button>
                </td>
                <td className="number">
                  {formatNumber(evaluation.goldSqls)} × {evaluation.repeats}
                </td>
                <td className="number">{shareRight(evaluation) ?? statusOf(evaluation)}</td>
                <td className="number">{shareAlwaysRight(evaluation) ?? ''}</td>
                <td>{evaluation.changedSince.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {onMore !== null && (
        <div className="row">
          <button type="button" className="button" onClick={onMore}>
            Earlier
          </button>
        </div>
      )}
    </section>
  );
}

function statusOf(evaluation: WorkspaceEvaluation): string {
  const { done, all } = progressOf(evaluation);
  return evaluation.status === 'RUNNING' ? `${done} of ${all} …` : `stopped at ${done} of ${all}`;
}
