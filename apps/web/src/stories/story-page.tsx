import { count, formatPercent } from '@assay/client';
import type { Id, StoryEvaluationRecord, StoryRank } from '@assay/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { PageTitle } from '../app/page-title.js';
import { Problem } from '../design/problem.js';
import { QueryState } from '../design/query-state.js';
import { isUnfinished, outcomeOf } from './story-outcome.js';
import { StoryScript } from './story-script.js';
import { StoryVersion } from './story-version.js';
import './stories.css';

const LIVE_MS = 1000;

export function StoryPage({ id }: { id: Id }): ReactElement {
  const { client } = useSession();
  const record = useQuery({
    queryKey: ['story', id],
    queryFn: ({ signal }) => client.storyEvaluations.record(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnfinished(state.data) ? LIVE_MS : false),
  });
  if (record.data === undefined) {
    return (
      <div className="stack">
        <PageTitle title="Story" />
        <QueryState query={record} what="the evaluation" lines={5} />
      </div>
    );
  }
  return <Evaluation record={record.data} />;
}

function Evaluation({ record }: { record: StoryEvaluationRecord }): ReactElement {
  const labels = record.ranking.length > 0 ? record.ranking.map(({ label }) => label) : labelsOf(record);
  return (
    <article className="stack">
      <p className="small soft">
        <Link href="/stories">Stories</Link>
        {' · '}
        <time dateTime={record.createdAt}>{new Date(record.createdAt).toLocaleString()}</time>
      </p>
      <PageTitle title={record.storyId} />
      <p aria-live="polite">{describeStatus(record)}</p>
      {record.error !== null && (
        <div className="problem" role="alert">
          <p>
            {record.error.message} <code className="soft">{record.error.code}</code>
          </p>
          {record.nextSteps.length > 0 && (
            <ul className="listed">
              {record.nextSteps.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {isUnfinished(record) && <Cancel id={record.id} />}
      {record.ranking.length > 0 && <Ranking ranking={record.ranking} choice={record.choice} />}
      {labels.map((label) => (
        <StoryVersion key={label} label={label} record={record} />
      ))}
      {labels
        .filter((label) => record.coverage.some((part) => part['label'] === label))
        .map((label) => (
          <StoryScript key={label} evaluation={record.id} label={label} />
        ))}
    </article>
  );
}

function labelsOf({ evaluations, coverage }: StoryEvaluationRecord): string[] {
  return [...new Set([...evaluations, ...coverage].map(({ label }) => String(label)))];
}

function describeStatus(record: StoryEvaluationRecord): string {
  const isIncomplete = record.status === 'RUNNING' || record.status === 'ERROR';
  return `${outcomeOf(record)}${isIncomplete ? ` So far: ${count(record.evaluations.length, 'evaluation')}.` : ''}`;
}

function Cancel({ id }: { id: Id }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.storyEvaluations.cancel(id),
    onSettled: () => void queries.refetchQueries({ queryKey: ['story', id] }),
  });
  return (
    <div className="row">
      <button
        type="button"
        className="button button-danger"
        disabled={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate()}
      >
        {cancel.isSuccess ? 'Cancelling …' : 'Cancel'}
      </button>
      {cancel.error !== null && <Problem title="It could not be cancelled" error={cancel.error} />}
    </div>
  );
}

function Ranking({ ranking, choice }: { ranking: StoryRank[]; choice: string | null }): ReactElement {
  return (
    <section className="stack-tight" aria-labelledby="ranking">
      <h2 id="ranking">Ranking</h2>
      <div className="table-frame" role="group" aria-label="Ranking" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th className="number" scope="col">
                Place
              </th>
              <th scope="col">Version</th>
              <th className="number" scope="col">
                Score
              </th>
              <th className="number" scope="col">
                Spread
              </th>
              <th className="number" scope="col">
                Evaluators
              </th>
            </tr>
          </thead>
          <tbody>
            {ranking.map(({ label, score, spread, approved, evaluators }, index) => (
              <tr key={label}>
                <td className="number">{index + 1}</td>
                <td>
                  {label} {label === choice && <span className="tag tag-gold">chosen</span>}
                  {!approved && <span className="tag tag-fail">not approved</span>}
                </td>
                <td className="number">{formatPercent(score)}</td>
                <td className="number">{formatPercent(spread)}</td>
                <td className="number">{evaluators}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
