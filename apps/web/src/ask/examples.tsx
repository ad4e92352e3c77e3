import { count } from '@assay/client';
import type { ExampleQuestion, WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { useCaller, useExampleQuestions } from '../api/queries.js';
import { Problem } from '../design/problem.js';
import { QueryState } from '../design/query-state.js';
import { FirstQuestions } from './first-questions.js';
import { useAsk } from './use-ask.js';

const FIRST = 12;

export function Examples({ workspace }: { workspace: WorkspaceView }): ReactElement | null {
  const examples = useExampleQuestions(workspace.id);
  const ask = useAsk();
  const answeredBy = useCaller().data?.answeredBy;
  if (examples.data === undefined) return <QueryState query={examples} what="the example questions" />;
  if (examples.data.length === 0) {
    const isAnswered = answeredBy === undefined || answeredBy === 'model';
    return isAnswered ? <FirstQuestions workspace={workspace} /> : null;
  }
  const shown = (some: readonly ExampleQuestion[]): ReactElement[] =>
    some.map((example) => (
      <Example
        key={example.question}
        example={example}
        busy={ask.isPending}
        onAsk={() =>
          ask.mutate({
            workspace: workspace.id,
            question: example.question,
            evidence: example.evidence,
            settings: example.settings,
          })
        }
      />
    ));
  return (
    <section className="stack" aria-labelledby="examples">
      <div className="stack-tight">
        <h2 id="examples">Questions to try</h2>
        <p className="soft small">One click asks. Each shows another way to an answer.</p>
      </div>
      {ask.error !== null && <Problem title="The question was not taken" error={ask.error} />}
      <ol className="examples">{shown(examples.data.slice(0, FIRST))}</ol>
      {examples.data.length > FIRST && (
        <details>
          <summary>{count(examples.data.length - FIRST, 'more question')}</summary>
          <ol className="examples" start={FIRST + 1}>
            {shown(examples.data.slice(FIRST))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Example({
  example,
  busy,
  onAsk,
}: {
  example: ExampleQuestion;
  busy: boolean;
  onAsk: () => void;
}): ReactElement {
  return (
    <li className="example">
      <button type="button" className="example-button" onClick={onAsk} disabled={busy}>
        <span className="example-question">{example.question}</span>
        <span className="example-description">{example.description}</span>
      </button>
    </li>
  );
}
