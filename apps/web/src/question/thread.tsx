import { hasRows } from '@assay/client';
import { withMeasure, type Id, type Page, type QuestionView } from '@assay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { useRows } from '../api/queries.js';
import { QueryState } from '../design/query-state.js';
import { ResultTable } from '../design/result-table.js';

/** As many as prompts include. */
const EARLIER = 5;

export function Earlier({ follows }: { follows: Id | null }): ReactElement | null {
  const { client } = useSession();
  const earlier = useInfiniteQuery({
    queryKey: ['thread', follows],
    enabled: follows !== null,
    staleTime: 60_000,
    initialPageParam: { from: follows, most: 1 },
    queryFn: async ({ pageParam, signal }) => {
      const questions: QuestionView[] = [];
      let next = pageParam.from;
      while (next !== null && questions.length < pageParam.most) {
        const question = await client.questions.get(next, { signal });
        questions.unshift(question);
        next = question.follows;
      }
      return { questions, next };
    },
    getNextPageParam: ({ next }) => (next === null ? null : { from: next, most: EARLIER }),
  });
  if (follows === null || earlier.data === undefined) return null;
  return (
    <ThreadLine
      name="Earlier questions of this thread"
      label="Follows"
      questions={earlier.data.pages.toReversed().flatMap(({ questions }) => questions)}
      more={earlier.hasNextPage ? () => void earlier.fetchNextPage() : null}
      moreWords="Earlier"
      withAnswers
      busy={earlier.isFetchingNextPage}
    />
  );
}

export function FollowedBy({ question }: { question: Id }): ReactElement | null {
  const { client } = useSession();
  const [all, showAll] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['history', { follows: question }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      client.questions.list({ follows: question, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    getNextPageParam: (page: Page<QuestionView>) => page.nextCursor,
  });
  const followUps = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (followUps.length === 0) return null;
  const more = (): void => (all ? void list.fetchNextPage() : showAll(true));
  return (
    <ThreadLine
      name="Follow-ups of this question"
      label="Followed by"
      questions={all ? followUps.toReversed() : followUps.slice(0, 1)}
      more={(all ? list.hasNextPage : followUps.length > 1) ? more : null}
      moreWords={all ? 'Earlier' : 'All follow-ups'}
      busy={list.isFetchingNextPage}
    />
  );
}

interface ThreadLineProps {
  name: string;
  label: string;
  questions: readonly QuestionView[];
  /** Null if all are shown. */
  more: (() => void) | null;
  moreWords: string;
  busy: boolean;
  withAnswers?: boolean;
}

function ThreadLine({
  name,
  label,
  questions,
  more,
  moreWords,
  busy,
  withAnswers = false,
}: ThreadLineProps): ReactElement {
  return (
    <nav className="thread" aria-label={name}>
      <span className="soft">{label}</span>
      <ol>
        {questions.map((question) => (
          <li key={question.id}>
            <Link href={`/questions/${question.id}`} title={question.question}>
              {question.question}
            </Link>
            {withAnswers && hasRows(question) && <Answer of={question} />}
          </li>
        ))}
      </ol>
      {more !== null && (
        <button type="button" className="thread-more" disabled={busy} onClick={more}>
          {moreWords}
        </button>
      )}
    </nav>
  );
}

function Answer({ of: { id, summary, corrected } }: { of: QuestionView }): ReactElement {
  const [isOpen, open] = useState(false);
  return (
    <details className="thread-answer" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary className="soft">{(corrected ? null : summary) ?? 'Show its answer'}</summary>
      {isOpen && <Rows question={id} />}
    </details>
  );
}

function Rows({ question }: { question: Id }): ReactElement {
  const rows = useRows(question);
  if (rows.data === undefined) return <QueryState query={rows} what="the rows" lines={2} />;
  const shown = withMeasure(rows.data);
  const all = rows.data.truncated ? null : shown.rows;
  return <ResultTable {...shown} all={all} label="Rows of an earlier question" />;
}
