import { ApiProblem } from '@assay/client';
import { MODEL_CALLERS, type Level, type ModelPlace, type ModelsView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { TextField } from '../design/text-field.js';
import { type ModelsDraft } from './models-draft.js';
import { PriceFields } from './price-fields.js';

interface ModelsFieldsProps {
  view: ModelsView;
  draft: ModelsDraft;
  error: Error | null;
  onChange: (part: Partial<ModelsDraft>) => void;
}

type Origin = Pick<ModelsView['url'], 'source' | 'variable'>;

const LEVEL_FIELDS: readonly { level: Level; label: string; hint: string }[] = [
  { level: 'BASIC', label: 'Fast', hint: 'The name of the model that answers first; needed.' },
  { level: 'ADVANCED', label: 'Strong', hint: 'The model that takes over where Fast fails. Empty: as Fast.' },
  { level: 'EXPERT', label: 'Strongest', hint: 'The last model. Empty: as Strong.' },
];

export function ModelsFields({ view, draft, error, onChange }: ModelsFieldsProps): ReactElement {
  const problems = error instanceof ApiProblem ? error.errors : [];
  const problemOf = (name: string): string | null => problems.find(({ field }) => field === name)?.message ?? null;
  const name = (place: ModelPlace, label: string, hint: string): ReactElement => (
    <TextField
      key={place}
      label={label}
      {...fixed(view.models[place], hint)}
      problem={problemOf(`models.${place}`)}
      mono
      autoComplete="off"
      spellCheck={false}
      value={draft.models[place] ?? ''}
      onText={(text) => onChange({ models: { ...draft.models, [place]: text } })}
    />
  );
  return (
    <>
      <TextField
        label="Endpoint"
        {...fixed(view.url, 'Such as https://models.example/v1 or http://127.0.0.1:11434/v1')}
        problem={problemOf('url')}
        mono
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        onText={(url) => onChange({ url })}
      />
      <KeyFields view={view} draft={draft} problem={problemOf('key')} onChange={onChange} />
      {LEVEL_FIELDS.map(({ level, label, hint }) => name(level, label, hint))}
      <details>
        <summary>Models of single tasks, prices</summary>
        <div className="stack">
          {MODEL_CALLERS.map((agent) => name(agent, wordsOf(agent), 'Empty: as above.'))}
          <PriceFields
            draft={draft}
            readOnly={view.prices.source === 'environment'}
            problemOf={problemOf}
            hint={fixed(view.prices, 'US dollars per million tokens.').hint}
            onChange={onChange}
          />
        </div>
      </details>
    </>
  );
}

function KeyFields({ view, draft, problem, onChange }: Omit<ModelsFieldsProps, 'error'> & { problem: string | null }) {
  const { isSet } = view.key;
  const isElsewhere = draft.url.trim() !== (view.url.value ?? '');
  const kept = isElsewhere
    ? 'The key belongs to the former endpoint and is removed. Enter it again to use it for this one.'
    : 'A key is set and is never shown. Type to replace it.';
  const isFixed = view.key.source === 'environment';
  const { variable } = isSet ? view.key : view.url;
  return (
    <>
      <TextField
        label="Key"
        {...fixed({ ...view.key, variable }, isSet ? kept : 'Empty for endpoints without one.')}
        problem={problem}
        mono
        type="password"
        autoComplete="off"
        value={draft.key}
        onText={(key) => onChange({ key, removesKey: false })}
      />
      {isSet && !isFixed && !isElsewhere && (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.removesKey}
            onChange={(event) => onChange({ removesKey: event.target.checked, key: '' })}
          />
          Remove the key
        </label>
      )}
    </>
  );
}

/** Read-only where a variable fixes it. */
function fixed({ source, variable }: Origin, hint: string): { readOnly: boolean; hint: ReactElement | string } {
  if (source !== 'environment') return { readOnly: false, hint };
  return {
    readOnly: true,
    hint: (
      <>
        Set by <code>{variable}</code>.
      </>
    ),
  };
}

function wordsOf(agent: string): string {
  const words = agent.replaceAll('-', ' ').replace(/^sql/, 'SQL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
