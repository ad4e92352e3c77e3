import { AssayClient, describeConfidence, reasonOf } from '@assay/client';
import type { LinkedAnswer } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PageTitle } from '../app/page-title.js';
import { Mark } from '../design/mark.js';
import { Problem } from '../design/problem.js';
import { fileNameOf } from '../design/save-file.js';
import { SqlBlock } from '../design/sql.js';
import { Waiting } from '../design/waiting.js';
import { Rows, whichRows } from '../question/answer/result-rows.js';
import { Chart } from '../question/chart/result-chart.js';
import '../app/shell.css';
import '../question/question.css';

/** An answer for readers without a key. Leads nowhere else, because other sites may frame it. */
export function LinkedPage({ token }: { token: string }): ReactElement {
  const answer = useQuery({
    queryKey: ['linked', token],
    queryFn: ({ signal }) => new AssayClient({ url: window.location.origin }).questions.linked(token, { signal }),
    staleTime: Infinity,
  });
  return (
    <main id="content">
      {answer.data !== undefined ? (
        <Answer answer={answer.data} />
      ) : (
        <div className="stack">
          <PageTitle title="Answer" />
          {answer.error === null ? (
            <Waiting what="the answer" lines={6} />
          ) : (
            <Problem title="This link shows no answer" error={answer.error} />
          )}
        </div>
      )}
    </main>
  );
}

function Answer({ answer }: { answer: LinkedAnswer }): ReactElement {
  const { question, silver, summary, sql, rows, chart, expiresAt } = answer;
  const sureness = describeConfidence(answer);
  const reason = rows.corrected ? 'Corrected by a person' : reasonOf({ silver });
  return (
    <article className="stack">
      <PageTitle title={question} />
      <div className="verdict">
        {!rows.corrected && <Mark question={answer} large />}
        {reason !== null && <p className="verdict-why">{reason}</p>}
        {sureness !== null && <p className={`sureness sureness-${sureness.degree}`}>{sureness.words}</p>}
      </div>
      <Rows page={rows} offset={0} />
      <p className="small soft numeric">{whichRows(rows, 0, null)}</p>
      {chart !== null && <Chart spec={chart} fileName={fileNameOf(question)} />}
      {summary !== null && <p className="prose">{summary}</p>}
      <details>
        <summary>{rows.corrected ? 'SQL, corrected by a person' : 'SQL'}</summary>
        <SqlBlock sql={sql} dialect={null} />
      </details>
      <p className="small soft">
        This link works until <time dateTime={expiresAt}>{new Date(expiresAt).toLocaleString()}</time>.
      </p>
    </article>
  );
}
