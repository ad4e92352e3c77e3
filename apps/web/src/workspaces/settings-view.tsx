import { ApiProblem } from '@assay/client';
import { LEVELS, type Settings, type SettingsPatch, type WorkspaceView } from '@assay/contracts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Field } from '../design/field.js';
import { SaveRow } from './save-row.js';
import { NamesField } from './names-field.js';
import { CHOICES, FLAGS, NAMES, NUMBERS, REDUCTION, type FlagSetting, type NumberSetting } from './setting-words.js';
import { useWorkspaceUpdate } from './use-workspace-update.js';

/** How questions of a workspace are worked on; a question may ask for some of it otherwise. */
export function SettingsView({ workspace, editable }: { workspace: WorkspaceView; editable: boolean }): ReactElement {
  const [draft, setDraft] = useState<Settings>(workspace.settings);
  const change = useWorkspaceUpdate(workspace);
  const patch = differences(workspace.settings, draft);
  const problems = change.error instanceof ApiProblem ? change.error.errors : [];
  const problemOf = (name: string): string | null =>
    problems.find(({ field }) => field === `settings.${name}`)?.message ?? null;
  const set = (part: SettingsPatch): void => setDraft((current) => ({ ...current, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ settings: patch });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <fieldset className="stack" disabled={!editable}>
        <legend className="visually-hidden">Settings</legend>
        <div className="fields">
          <Field label="Highest level" hint="where escalation ends">
            {(control) => (
              <select
                {...control}
                className="input"
                value={draft.maxLevel}
                onChange={(event) => set({ maxLevel: event.target.value as Settings['maxLevel'] })}
              >
                {LEVELS.map((level) => (
                  <option key={level}>{level}</option>
                ))}
              </select>
            )}
          </Field>
          {CHOICES.map(({ name, label, hint, options }) => (
            <Field key={name} label={label} hint={hint}>
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={draft[name]}
                  onChange={(event) => set({ [name]: event.target.value })}
                >
                  {options.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
                </select>
              )}
            </Field>
          ))}
          {NUMBERS.map((setting) => (
            <NumberField
              key={setting.name}
              setting={setting}
              value={draft[setting.name]}
              problem={problemOf(setting.name)}
              onChange={set}
            />
          ))}
          {REDUCTION.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} problem={problemOf(`reduceTests.${name}`)}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  type="number"
                  step={1}
                  required
                  value={draft.reduceTests[name]}
                  onChange={(event) =>
                    set({ reduceTests: { ...draft.reduceTests, [name]: Number(event.target.value) } })
                  }
                />
              )}
            </Field>
          ))}
        </div>
        {NAMES.map(({ name, label, hint }) => (
          <NamesField
            key={name}
            label={label}
            hint={hint}
            names={workspace.settings[name]}
            problem={problems.find(({ field }) => field.startsWith(`settings.${name}`))?.message ?? null}
            onChange={(names) => set({ [name]: names })}
          />
        ))}
        <div className="stack-tight">
          {FLAGS.map(({ name, label }: FlagSetting) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={draft[name]}
                onChange={(event) => set({ [name]: event.target.checked })}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {editable ? (
        <SaveRow changed={Object.keys(patch).length > 0} change={change} />
      ) : (
        <p className="small soft">An admin key may change this.</p>
      )}
    </form>
  );
}

interface NumberFieldProps {
  setting: NumberSetting;
  value: number | null;
  problem: string | null;
  onChange: (patch: SettingsPatch) => void;
}

function NumberField({ setting, value, problem, onChange }: NumberFieldProps): ReactElement {
  const { name, label, hint, optional, step } = setting;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="number"
          step={step}
          required={!optional}
          placeholder={optional ? 'none' : undefined}
          value={value ?? ''}
          onChange={(event) => onChange({ [name]: event.target.value === '' ? null : Number(event.target.value) })}
        />
      )}
    </Field>
  );
}

function differences(saved: Settings, draft: Settings): SettingsPatch {
  const names = Object.keys(draft) as (keyof Settings)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]))
      .map((name) => [name, draft[name]]),
  );
}
