import type { WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useCaller, useExampleQuestions } from '../api/queries.js';

export function NoModel({ workspace }: { workspace: WorkspaceView }): ReactElement | null {
  const caller = useCaller();
  const examples = useExampleQuestions(workspace.id);
  if (caller.data === undefined || caller.data.answeredBy === 'model') return null;
  const { answeredBy, admin } = caller.data;
  if (answeredBy === 'script' && examples.isPending) return null;
  const isScripted = answeredBy === 'script' && (examples.data ?? []).length > 0;
  return (
    <div className="empty" role="note">
      <strong>No model is configured.</strong>
      <p>
        {isScripted
          ? 'A script answers the example questions, and gold SQLs answer theirs. Every other question ends in an error.'
          : `Questions to ${workspace.name} end in an error until there is one. Only those of gold SQLs are answered.`}
      </p>
      {admin ? (
        <p>
          <Link href="/models" className="button">
            Set up a model
          </Link>
        </p>
      ) : (
        <p>Ask an admin of Assay to configure one.</p>
      )}
    </div>
  );
}
