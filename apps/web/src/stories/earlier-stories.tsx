import type { Page, StoryEvaluationView } from '@assay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { MoreButton } from '../design/more-button.js';
import { QueryState } from '../design/query-state.js';
import { isUnfinished, outcomeOf } from './story-outcome.js';

const LIVE_MS = 3000;

export function EarlierStories(): ReactElement | null {
  const { client } = useSession();
  const list = useInfiniteQuery({
    queryKey: ['stories'],
    queryFn: ({ pageParam, signal }) =>
      client.storyEvaluations.list(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: Page<StoryEvaluationView>) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnfinished)) ? LIVE_MS : false),
  });
  if (list.data === undefined) return <QueryState query={list} what="the earlier evaluations" />;
  const evaluations = list.data.pages.flatMap(({ items }) => items);
  if (evaluations.length === 0) return null;
  return (
    <section className="stack-tight" aria-labelledby="earlier-stories">
      <h2 id="earlier-stories">Earlier evaluations</h2>
      <ol className="story-list">
        {evaluations.map((evaluation) => (
          <li key={evaluation.id}>
            <Link href={`/stories/${evaluation.id}`}>{evaluation.storyId}</Link>
            <span className="small soft">
              {outcomeOf(evaluation)}{' '}
              <time dateTime={evaluation.createdAt}>{new Date(evaluation.createdAt).toLocaleString()}</time>
            </span>
          </li>
        ))}
      </ol>
      <QueryState query={{ ...list, data: list.data }} what="more of them" />
      <MoreButton list={list}>Older evaluations</MoreButton>
    </section>
  );
}
