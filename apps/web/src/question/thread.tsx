import type { Id, QuestionView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';

/** Questions of a thread that are shown at most: as many as prompts are told of. */
const SHOWN = 5;

/** The questions that this one follows up, oldest first; nothing where it follows none. */
export function Thread({ follows }: { follows: Id | null }): ReactElement | null {
  const { client } = useSession();
  const thread = useQuery({
    queryKey: ['thread', follows],
    enabled: follows !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const earlier: QuestionView[] = [];
      let next = follows;
      while (next !== null && earlier.length < SHOWN) {
        const question = await client.questions.get(next, { signal });
        earlier.unshift(question);
        next = question.follows;
      }
      return earlier;
    },
  });
  if (thread.data === undefined) return null;
  return (
    <nav aria-label="Earlier questions of this thread">
      <ol className="thread">
        {thread.data.map(({ id, question }) => (
          <li key={id}>
            <Link href={`/questions/${id}`}>{question}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
