import type { ReactElement } from 'react';
import type { AttemptView } from '../model/attempt-view.js';

/** With their representatives. */
export function MergedTests({ view }: { view: AttemptView }): ReactElement | null {
  const { mergedTests, kept } = view;
  if (mergedTests.length === 0) return null;
  const survivors = new Map(kept.map((test) => [test.id, test]));
  return (
    <details>
      <summary>{mergedTests.length} tests were merged into another one</summary>
      <div className="table-frame" role="group" aria-label="Reduced tests" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Not judged</th>
              <th scope="col">Because this one says it</th>
            </tr>
          </thead>
          <tbody>
            {mergedTests.map(({ id, statement, keptAs }) => {
              const survivor = keptAs === null ? undefined : survivors.get(keptAs);
              return (
                <tr key={id}>
                  <td>{statement}</td>
                  <td>{survivor === undefined ? 'not known' : `${survivor.number}. ${survivor.statement}`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
