import type { WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useSchema } from '../api/queries.js';
import { questionsFromSchema } from './questions-from-schema.js';

/** Questions generated from tables, without examples. */
export function FirstQuestions({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const schema = useSchema(workspace.id);
  const questions = questionsFromSchema(schema.data?.schema.tables ?? []);
  return (
    <section className="stack" aria-labelledby="first-questions">
      <div className="stack-tight">
        <h2 id="first-questions">Where to begin</h2>
        <p className="soft small">
          {questions.length > 0 && 'Made from its tables; one click puts it into the form. '}
          Look through <Link href={`/workspaces/${workspace.id}/schema`}>its tables</Link>, or the{' '}
          <Link href={`/workspaces/${workspace.id}/gold`}>questions with known answers</Link>.
        </p>
      </div>
      <ul className="examples">
        {questions.map((question) => (
          <li key={question} className="example">
            <Link
              href={`/?${new URLSearchParams({ workspace: workspace.id, question })}`}
              className="example-button example-question"
            >
              {question}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
