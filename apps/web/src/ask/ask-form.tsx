import { ApiProblem } from '@assay/client';
import { QUESTION_CHARACTERS, type Id, type WorkspaceView } from '@assay/contracts';
import { useState, type FormEvent, type KeyboardEvent, type ReactElement } from 'react';
import { useExampleQuestions } from '../api/queries.js';
import { Field } from '../design/field.js';
import { Problem } from '../design/problem.js';
import { requestOf, type AskDraft, type AskFocus } from './ask-draft.js';
import { AskSettings } from './ask-settings.js';
import { draftName, dropDraft, keepDraft, keptDraft } from './kept-drafts.js';
import { useAsk } from './use-ask.js';

interface AskFormProps {
  workspace: WorkspaceView;
  first: AskDraft;
  /** Absent if the workspace is fixed. */
  workspaces?: WorkspaceView[];
  onWorkspace?: (id: string) => void;
  follows?: Id;
  /** The question asked again. */
  after?: Id;
  focus?: AskFocus;
}

export function AskForm(props: AskFormProps): ReactElement {
  const { workspace, first, workspaces, onWorkspace, follows, after, focus } = props;
  const name = nameOf(props);
  const [kept] = useState(() => keptDraft(name));
  const [draft, setDraft] = useState<AskDraft>(() => resumed(kept, first, focus));
  const ask = useAsk({ after, onAsked: () => dropDraft(name) });
  const examples = useExampleQuestions(workspace.id).data;
  const change = (part: Partial<AskDraft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(name, next, first);
  };
  const problems = ask.error instanceof ApiProblem ? ask.error.errors : [];
  const problemOf = (field: string): string | null => problems.find((one) => one.field === field)?.message ?? null;
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (draft.question.trim() === '' || ask.isPending) return;
    ask.mutate({ ...requestOf(workspace.id, draft, examples), ...(follows === undefined ? {} : { follows }) });
  };
  const submitByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  };
  return (
    <form className="ask-form" onSubmit={submit} onKeyDown={submitByKey}>
      <Field
        label={follows === undefined || after !== undefined ? 'Question' : 'Next question'}
        problem={problemOf('question')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input ask-question"
            rows={2}
            required
            autoFocus={focus === 'question'}
            maxLength={QUESTION_CHARACTERS}
            placeholder="What do you want to know?"
            value={draft.question}
            onChange={(event) => change({ question: event.target.value })}
          />
        )}
      </Field>
      <div className={`ask-line${workspaces === undefined ? ' ask-line-short' : ''}`}>
        {workspaces !== undefined && (
          <Field label="Workspace">
            {(control) => (
              <select
                {...control}
                className="input"
                value={workspace.id}
                onChange={(event) => onWorkspace?.(event.target.value)}
              >
                {workspaces.map(({ id, name, dialect }) => (
                  <option key={id} value={id}>
                    {name} · {dialect}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <button type="submit" className="button button-primary ask-button" aria-disabled={ask.isPending}>
          {ask.isPending ? 'Asking …' : 'Ask'}
        </button>
      </div>
      <details
        open={
          (focus !== undefined && (focus !== 'question' || after !== undefined)) ||
          kept !== null ||
          problems.some(({ field }) => /^(?:settings|evidence|level)/.test(field))
        }
      >
        <summary>Options</summary>
        <AskSettings workspace={workspace} draft={draft} onChange={change} problemOf={problemOf} focus={focus} />
      </details>
      {ask.error !== null && <Problem title="The question was not taken" error={ask.error} />}
    </form>
  );
}

function nameOf({ after, follows, first }: AskFormProps): string {
  if (after !== undefined) return draftName.again(after);
  return follows === undefined ? draftName.fresh(first.question) : draftName.followUp(follows);
}

/** A step that raises the level overrides the draft's. */
function resumed(kept: AskDraft | null, first: AskDraft, focus: AskFocus | undefined): AskDraft {
  if (kept === null) return first;
  return focus === 'level' ? { ...kept, level: first.level } : kept;
}
