import { nameLevel } from '@assay/client';
import { LEVELS, MOST_SQL_CANDIDATES, MOST_TEST_BATCHES, type Level, type WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Field } from '../design/field.js';
import type { AskDraft, AskFocus, SettingsDraft } from './ask-draft.js';
import { EFFORT_WORDS } from './effort-words.js';

interface AskSettingsProps {
  workspace: WorkspaceView;
  draft: AskDraft;
  onChange: (part: Partial<AskDraft>) => void;
  problemOf: (field: string) => string | null;
  focus: AskFocus | undefined;
}

const NUMBERS: readonly {
  field: Exclude<keyof SettingsDraft, 'bypassEvaluation' | 'effort'>;
  label: string;
  hint: string;
  step: number | 'any';
  max?: number;
}[] = [
  {
    field: 'sqlCandidates',
    label: 'SQLs to write',
    hint: `by each kind of models, ${MOST_SQL_CANDIDATES} at most`,
    step: 1,
    max: MOST_SQL_CANDIDATES,
  },
  {
    field: 'testBatches',
    label: 'Rounds of tests',
    hint: `before the SQLs are known, and again with them; ${MOST_TEST_BATCHES} at most`,
    step: 1,
    max: MOST_TEST_BATCHES,
  },
  {
    field: 'deadlineSeconds',
    label: 'Deadline, seconds',
    hint: 'then the best tested SQL answers, if there is one',
    step: 1,
  },
  { field: 'maxCostUsd', label: 'Cost limit, $', hint: 'for all model calls together', step: 'any' },
  { field: 'maxTokens', label: 'Token limit', hint: 'in and out together', step: 1 },
  { field: 'maxCalls', label: 'Call limit', hint: 'answered model calls', step: 1 },
];

/** Empty fields show the workspace's values. */
export function AskSettings(props: AskSettingsProps): ReactElement {
  const { workspace, draft, onChange, problemOf, focus } = props;
  const set = (part: Partial<SettingsDraft>): void => onChange({ settings: { ...draft.settings, ...part } });
  return (
    <div className="stack">
      <Field
        label="Evidence"
        hint="What helps to understand the question, one fact per line. The workspace's own evidence is used anyway."
        problem={problemOf('evidence')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            autoFocus={focus === 'evidence'}
            value={draft.evidence}
            onChange={(event) => onChange({ evidence: event.target.value })}
          />
        )}
      </Field>
      <div className="fields">
        <Field label="Models to begin with" hint="stronger ones follow where needed" problem={problemOf('level')}>
          {(control) => (
            <select
              {...control}
              className="input"
              autoFocus={focus === 'level'}
              value={draft.level}
              onChange={(event) => onChange({ level: event.target.value as Level })}
            >
              {LEVELS.slice(0, LEVELS.indexOf(workspace.settings.maxLevel) + 1).map((level) => (
                <option key={level} value={level}>
                  {nameLevel(level)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Effort" hint="how much is spent before an answer is given" problem={problemOf('settings.effort')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={draft.settings.effort}
              onChange={(event) => set({ effort: event.target.value as SettingsDraft['effort'] })}
            >
              <option value="">As the workspace: {EFFORT_WORDS[workspace.settings.effort]}</option>
              {Object.entries(EFFORT_WORDS).map(([effort, words]) => (
                <option key={effort} value={effort}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {NUMBERS.map(({ field, label, hint, step, max }) => (
          <Field key={field} label={label} hint={hint} problem={problemOf(`settings.${field}`)}>
            {(control) => (
              <input
                {...control}
                className="input"
                type="number"
                autoFocus={focus === field}
                min={0}
                max={max}
                step={step}
                placeholder={String(workspace.settings[field] ?? 'none')}
                value={draft.settings[field]}
                onChange={(event) => set({ [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.settings.bypassEvaluation}
          onChange={(event) => set({ bypassEvaluation: event.target.checked })}
        />
        Take the first valid SQL without any test (SILVER, quick and cheap)
      </label>
    </div>
  );
}
