import type { WorkspaceView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';

export function DriftList({ workspace }: { workspace: WorkspaceView }): ReactElement | null {
  const { client } = useSession();
  const drift = useQuery({
    queryKey: ['imports', workspace.id, 'drift'],
    queryFn: ({ signal }) => client.knowledge.drift(workspace.id, { signal }),
  });
  const { goldSqls = [], evidence = [] } = drift.data ?? {};
  if (goldSqls.length === 0 && evidence.length === 0) return null;
  return (
    <section className="stack-tight" aria-label="Set aside">
      <h2 className="gold-question">Set aside because the schema changed</h2>
      <p className="soft prose">Models do not see them until the schema fits again.</p>
      <ul>
        {goldSqls.map(({ id, question, missing, reason }) => (
          <li key={id}>
            Gold SQL “{question}” <span className="soft">{reason ?? missing.join(', ')}</span>
          </li>
        ))}
        {evidence.map(({ text, missing }) => (
          <li key={text}>
            Evidence “{text}” <span className="soft">{missing.join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
