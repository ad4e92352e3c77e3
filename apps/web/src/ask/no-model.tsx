import type { WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useCaller, useExampleQuestions } from '../api/queries.js';

const NONE = {
  title: 'No model is configured.',
  until: 'there is one',
  step: 'Set up a model',
  request: 'Ask an admin of Assay to configure one.',
};
const UNUSABLE = {
  title: 'The model cannot be used.',
  until: 'its key can be read',
  step: 'Enter the key again',
  request: 'Its stored key cannot be read: ask an admin of Assay to enter it again.',
};

export function NoModel({ workspace }: { workspace: WorkspaceView }): ReactElement | null {
  const caller = useCaller();
  const examples = useExampleQuestions(workspace.id);
  if (caller.data === undefined || caller.data.answeredBy === 'model') return null;
  const { answeredBy, admin, modelProblem } = caller.data;
  if (answeredBy === 'script' && examples.isPending) return null;
  const isScripted = answeredBy === 'script' && (examples.data ?? []).length > 0;
  const words = modelProblem === undefined ? NONE : UNUSABLE;
  return (
    <div className="empty" role="note">
      <strong>{words.title}</strong>
      {admin && modelProblem !== undefined && <p>{modelProblem}</p>}
      <p>
        {isScripted
          ? 'A script answers the example questions, and gold SQLs answer theirs. Every other question ends in an error.'
          : `Questions to ${workspace.name} end in an error until ${words.until}. Only those of gold SQLs are answered.`}
      </p>
      {admin ? (
        <p>
          <Link href="/models" className="button">
            {words.step}
          </Link>
        </p>
      ) : (
        <p>{words.request}</p>
      )}
    </div>
  );
}
