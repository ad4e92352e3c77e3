import { ApiProblem } from '@assay/client';
import {
  DEFAULT_SETTINGS,
  settingAt,
  withSetting,
  type Asker,
  type Settings,
  type SettingsPatch,
  type WorkspaceView,
} from '@assay/contracts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { TextField } from '../../design/text-field.js';
import { SaveRow } from '../save-row.js';
import { useWorkspaceUpdate } from '../use-workspace-update.js';
import { SettingControl } from './setting-control.js';
import { fieldGroups, type WordedField } from './setting-fields.js';

const GROUPS = fieldGroups();
const FIND_CHARACTERS = 60;

export function SettingsView({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const [draft, setDraft] = useState<Settings>(workspace.settings);
  const [words, setWords] = useState('');
  const change = useWorkspaceUpdate(workspace);
  const patch = differences(workspace.settings, draft);
  const problems = change.error instanceof ApiProblem ? change.error.errors : [];
  // Each name has its own path (`allowFunctions.0`).
  const problemOf = ({ path, kind }: WordedField): string | null =>
    problems.find(({ field }) =>
      kind === 'names' ? field.startsWith(`settings.${path}`) : field === `settings.${path}`,
    )?.message ?? null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ settings: patch });
  };
  const groups = GROUPS.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => fits(field, words) && isOn(field, draft)),
  })).filter(({ fields }) => fields.length > 0);
  const control = (field: WordedField): ReactElement => (
    <SettingControl
      key={field.path}
      field={field}
      value={settingAt(draft, field.path)}
      problem={problemOf(field)}
      onChange={(value) => setDraft((current) => withSetting(current, field, value))}
    />
  );
  const reset = (name: string, fields: readonly WordedField[]): ReactElement | null => {
    const byDefault = withDefaults(draft, fields);
    return !editable || Object.keys(differences(draft, byDefault)).length === 0 ? null : (
      <div>
        <button type="button" className="button" onClick={() => setDraft(byDefault)}>
          {name}
        </button>
      </div>
    );
  };
  return (
    <div className="stack">
      <TextField label="Find a setting" type="search" maxLength={FIND_CHARACTERS} value={words} onText={setWords} />
      <form className="stack" onSubmit={submit}>
        {groups.length === 0 && <p className="soft">No setting is called that.</p>}
        {groups.map(({ title, about, fields }) => (
          <fieldset key={title} className="stack-tight setting-group" disabled={!editable}>
            <legend className="setting-title">{title}</legend>
            {about !== '' && <p className="small soft prose">{about}</p>}
            <div className="fields">{fields.filter(isSmall).map(control)}</div>
            {fields.filter((field) => !isSmall(field)).map(control)}
            {groups.length > 1 && reset(`Reset “${title}”`, fields)}
          </fieldset>
        ))}
        {workspace.settings.asker !== null && <AskerNote asker={workspace.settings.asker} />}
        {editable ? (
          <>
            {reset(
              'Reset to defaults',
              groups.flatMap(({ fields }) => fields),
            )}
            <SaveRow changed={Object.keys(patch).length > 0} change={change} />
          </>
        ) : (
          <p className="small soft">An admin may change this.</p>
        )}
      </form>
    </div>
  );
}

function fits({ label, hint, path }: WordedField, words: string): boolean {
  const text = `${label} ${hint} ${path}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Of a setting that is off, only what switches it on. */
function isOn({ kind, path }: WordedField, draft: Settings): boolean {
  return kind === 'number' || kind === 'url' || settingAt(draft, path) !== undefined;
}

/** Whether models see values is decided by hand. */
function withDefaults(draft: Settings, fields: readonly WordedField[]): Settings {
  return fields
    .filter(({ path }) => path !== 'sendRows')
    .reduce<Settings>((settings, field) => {
      const value = settingAt(DEFAULT_SETTINGS, field.path);
      if (value !== undefined) return withSetting(settings, field, value);
      const [whole = ''] = field.path.split('.');
      return { ...settings, [whole]: settingAt(DEFAULT_SETTINGS, whole) };
    }, draft);
}

/** Changed by the API alone: it belongs to policies of the database. */
function AskerNote({ asker: { mode, claims, roles } }: { asker: Asker }): ReactElement {
  const mapped = Object.entries(claims).map(
    ([name, claim]) => `${mode === 'role' ? name : `assay.${name}`} from ${claim}`,
  );
  return (
    <fieldset className="stack-tight setting-group">
      <legend className="setting-title">Answers as the asker</legend>
      <p className="small prose">
        {mode === 'role'
          ? `Statements run as one of the roles ${roles.join(', ')}.`
          : 'Statements run with variables of the person who asks: assay.person, assay.subject.'}
        {mapped.length > 0 && ` Claims: ${mapped.join(', ')}.`}
      </p>
      <p className="small soft">Each person gets answers from rows that the database shows them.</p>
    </fieldset>
  );
}

function isSmall({ kind }: WordedField): boolean {
  return kind === 'number' || kind === 'choice';
}

function differences(saved: Settings, draft: Settings): SettingsPatch {
  const names = Object.keys(draft) as (keyof Settings)[];
  return Object.fromEntries(
    names.filter((name) => inOrder(draft[name]) !== inOrder(saved[name])).map((name) => [name, draft[name]]),
  );
}

/** Sorted keys: jsonb reorders them. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => one.localeCompare(other)))
      : part,
  );
}
