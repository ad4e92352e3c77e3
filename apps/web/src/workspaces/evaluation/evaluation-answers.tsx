import type { EvaluationAnswer, WorkspaceEvaluation, WorkspaceView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../api/assay.js';
import { QueryState } from '../../design/query-state.js';
import { Sql } from '../../design/sql.js';
import { OUTCOME_WORDS, progressOf } from './evaluation-words.js';

export function EvaluationAnswers({
  workspace,
  evaluation,
}: {
  workspace: WorkspaceView;
  evaluation: WorkspaceEvaluation;
}): ReactElement {
  const { client } = useSession();
  const { id, status } = evaluation;
  const { done } = progressOf(evaluation);
  const detail = useQuery({
    // Refetches after each answer.
    queryKey: ['evaluation', id, status, done],
    queryFn: ({ signal }) => client.evaluations.get(workspace.id, id, { signal }),
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
  if (detail.data === undefined) return <QueryState query={detail} what="the answers" />;
  return (
    <section className="stack-tight" aria-label="Answers">
      <p className="small soft">Models: {detail.data.models.join(', ') || 'none were configured'}</p>
      {bySuccess(detail.data.answers).map((answers) => (
        <GoldAnswers key={answers[0]?.goldSql} answers={answers} />
      ))}
    </section>
  );
}

function GoldAnswers({ answers }: { answers: readonly EvaluationAnswer[] }): ReactElement | null {
  const [first] = answers;
  if (first === undefined) return null;
  const right = rightOf(answers);
  return (
    <details className="panel">
      <summary>
        <span className={right === answers.length ? 'evaluation-right' : 'evaluation-wrong'}>
          {right} of {answers.length}
        </span>{' '}
        {first.question}
      </summary>
      <div className="stack-tight evaluation-answers">
        <ul className="evaluation-list">
          {answers.map(({ repeat, asked, outcome, message }) => (
            <li key={repeat}>
              {asked === null ? `Answer ${repeat}` : <Link href={`/questions/${asked}`}>Answer {repeat}</Link>}:{' '}
              {outcome === null ? 'is still to come' : OUTCOME_WORDS[outcome]}
              {message !== null && <span className="soft"> ({message})</span>}
            </li>
          ))}
        </ul>
        <p className="small soft">The gold SQL:</p>
        <Sql sql={first.sql} />
      </div>
    </details>
  );
}

function bySuccess(answers: readonly EvaluationAnswer[]): EvaluationAnswer[][] {
  const golds = new Map<string, EvaluationAnswer[]>();
  for (const answer of answers) golds.set(answer.goldSql, [...(golds.get(answer.goldSql) ?? []), answer]);
  return [...golds.values()].sort((one, other) => rightOf(one) - rightOf(other));
}

function rightOf(answers: readonly EvaluationAnswer[]): number {
  return answers.filter(({ outcome }) => outcome === 'right').length;
}
