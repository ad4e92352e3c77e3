import { formatDuration, formatPercent, nameLevel, withoutReplaced } from '@assay/client';
import type { QuestionView } from '@assay/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { useWorkspaces } from '../api/queries.js';
import { useAsk } from '../ask/use-ask.js';
import { Mark } from '../design/mark.js';
import { Problem } from '../design/problem.js';
import { inThreads } from './in-threads.js';

export function HistoryList({ questions }: { questions: QuestionView[] }): ReactElement {
  const names = new Map((useWorkspaces().data ?? []).map(({ id, name }) => [id, name]));
  return (
    <ol className="history-list">
      {inThreads(questions).map(({ question, isFollowUp }) => (
        <li key={question.id} className={`history-item${isFollowUp ? ' history-follow-up' : ''}`}>
          <Mark question={question} />
          <div className="history-question">
            {question.name !== null && <strong>{question.name}</strong>}
            <Link href={`/questions/${question.id}`}>{question.question}</Link>
            <span className="small faint numeric">
              {factsOf(question, isFollowUp, names.get(question.workspace)).join(' · ')}
            </span>
          </div>
          {question.name !== null && <RunAgain question={question} />}
        </li>
      ))}
    </ol>
  );
}

function RunAgain({ question }: { question: QuestionView }): ReactElement {
  const { client } = useSession();
  const ask = useAsk();
  const run = useMutation({
    mutationFn: async () => {
      return ask.mutateAsync(await client.questions.part(question.id, 'request'));
    },
  });
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={`Run ${question.name ?? 'it'} again`}
        disabled={run.isPending}
        onClick={() => run.mutate()}
      >
        Run again
      </button>
      {run.error !== null && <Problem title="It could not be asked again" error={run.error} />}
    </>
  );
}

function factsOf(question: QuestionView, isBehindFirst: boolean, workspace: string | undefined): string[] {
  const { createdAt, finishedAt, follows, level, error, liked, corrected, confidence, contested } =
    withoutReplaced(question);
  return [
    workspace ?? null,
    // indented, it would seem to follow the question above
    follows !== null && !isBehindFirst ? 'follows one that is not shown here' : null,
    new Date(createdAt).toLocaleString(),
    `${nameLevel(level).toLowerCase()} models`,
    confidence === null ? null : `${formatPercent(confidence * 100)} likely to be right`,
    contested === null ? null : 'contested',
    finishedAt === null ? null : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt)),
    error?.code ?? null,
    liked ? 'liked' : null,
    corrected ? 'marked as wrong' : null,
  ].filter((fact) => fact !== null);
}
