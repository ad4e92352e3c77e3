import type { ModelsView } from '@assay/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useSession } from '../api/assay.js';
import { PageTitle } from '../app/page-title.js';
import { Problem } from '../design/problem.js';
import { QueryState } from '../design/query-state.js';
import { SaveRow } from '../workspaces/save-row.js';
import '../workspaces/workspaces.css';
import { draftOfModels, trialsOf, updateOf } from './models-draft.js';
import { ModelsFields } from './models-fields.js';
import { TrialResult } from './trial-result.js';

/** For admins: the API refuses others. */
export function ModelsPage(): ReactElement {
  const { client } = useSession();
  const models = useQuery({ queryKey: ['models'], queryFn: ({ signal }) => client.models.get({ signal }) });
  return (
    <div className="stack workspace-form">
      <PageTitle title="Models" />
      <p className="soft prose">
        Any OpenAI-compatible endpoint works, also one on this machine (Ollama, vLLM). Changes apply to later calls.
        Prompts carry the schema, values of the database and first rows of results.
      </p>
      {models.data === undefined ? <QueryState query={models} what="the models" /> : <ModelsForm view={models.data} />}
    </div>
  );
}

function ModelsForm({ view }: { view: ModelsView }): ReactElement {
  const { client, longRequests } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOfModels(view));
  const [shown, setShown] = useState(view);
  // A draft of former settings would write them back.
  if (shown !== view) {
    setShown(view);
    setDraft(draftOfModels(view));
  }
  const trial = useMutation({
    mutationFn: () => Promise.all(trialsOf(draft, view).map((each) => longRequests.models.try(each))),
  });
  const save = useMutation({
    mutationFn: () => client.models.change(updateOf(draft, view)),
    onSuccess: (saved) => {
      queries.setQueryData(['models'], saved);
      setDraft(draftOfModels(saved));
      void queries.invalidateQueries({ queryKey: ['caller'] });
    },
  });
  const changed = Object.keys(updateOf(draft, view)).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed && !save.isPending) save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {view.problem !== null && <Problem title="The key cannot be used" error={new Error(view.problem)} />}
      <ModelsFields
        view={view}
        draft={draft}
        error={save.error ?? trial.error}
        onChange={(part) => {
          trial.reset();
          save.reset();
          setDraft({ ...draft, ...part });
        }}
      />
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={trial.isPending || draft.url.trim() === ''}
          onClick={() => {
            save.reset();
            trial.mutate();
          }}
        >
          {trial.isPending ? 'Trying …' : 'Try it'}
        </button>
        <span className="small soft">Calls each model up to three times.</span>
      </div>
      <div aria-live="polite">
        {trial.data?.map((each) => (
          <TrialResult key={each.model} trial={each} />
        ))}
      </div>
      {trial.error !== null && <Problem title="It could not be tried" error={trial.error} />}
      <SaveRow changed={changed} change={save} />
      {save.isSuccess && !changed && <Link href="/">Ask a question</Link>}
    </form>
  );
}
