import type { WorkspaceView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { collect } from '../api/collect.js';
import { Problem } from '../design/problem.js';

/** Comments on wrong answers without a corrected SQL. */
export function OpenComments({ workspace }: { workspace: WorkspaceView }): ReactElement | null {
  const { client } = useSession();
  const comments = useQuery({
    queryKey: ['comments', workspace.id],
    queryFn: ({ signal }) => collect(client.workspaces.comments(workspace.id, { signal })),
  });
  if (comments.error !== null) {
    return (
      <Problem
        title="Comments on answers could not be read"
        error={comments.error}
        onRetry={() => void comments.refetch()}
      />
    );
  }
  if (comments.data === undefined || comments.data.length === 0) return null;
  return (
    <section className="stack-tight note" aria-labelledby="open-comments">
      <h2 id="open-comments" className="small">
        Marked as wrong, without a corrected SQL yet
      </h2>
      <ul className="comment-list">
        {comments.data.map(({ id, comment, question, asked, createdAt }) => (
          <li key={id}>
            <p>
              <Link href={`/questions/${question}`}>{asked}</Link>{' '}
              <span className="small soft">
                {new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
              </span>
            </p>
            <p className="small">{comment}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
