import type { ReactElement } from 'react';
import { Field } from '../../design/field.js';
import { NamesField } from '../names-field.js';
import type { WordedField } from './setting-fields.js';

interface SettingControlProps {
  field: WordedField;
  value: unknown;
  problem: string | null;
  onChange: (value: unknown) => void;
}

export function SettingControl({ field, value, problem, onChange }: SettingControlProps): ReactElement {
  const { kind, label, hint, options, choices = {} } = field;
  const required = !field.optional && !field.wholeOptional;
  if (kind === 'names') {
    return <NamesField label={label} hint={hint} names={value as string[]} problem={problem} onChange={onChange} />;
  }
  if (kind === 'flag') {
    return (
      <label className="check setting-flag">
        <input type="checkbox" checked={Boolean(value)} onChange={(event) => onChange(event.target.checked)} />
        <span>
          {label}
          {hint !== '' && <span className="field-hint setting-flag-hint">{hint}</span>}
        </span>
      </label>
    );
  }
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) =>
        kind === 'choice' ? (
          <select
            {...control}
            className="input"
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option} value={option}>
                {choices[option] ?? option}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...control}
            className="input"
            type={kind}
            step={field.integer ? 1 : 'any'}
            required={required}
            placeholder={required ? undefined : 'none'}
            value={typeof value === 'number' || typeof value === 'string' ? value : ''}
            onChange={({ target: { value: typed } }) =>
              onChange(typed === '' ? null : kind === 'number' ? Number(typed) : typed)
            }
          />
        )
      }
    </Field>
  );
}
