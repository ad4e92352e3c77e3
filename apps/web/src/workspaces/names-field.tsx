import { useState, type ReactElement } from 'react';
import { linesOf } from '../ask/ask-draft.js';
import { Field } from '../design/field.js';

interface NamesFieldProps {
  label: string;
  hint: string;
  /** Those that are saved. */
  names: string[];
  problem: string | null;
  onChange: (names: string[]) => void;
}

/** Names, one per line. Keeps what is being typed; what is meant by it goes into the draft. */
export function NamesField({ label, hint, names, problem, onChange }: NamesFieldProps): ReactElement {
  const [text, setText] = useState(names.join('\n'));
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={2}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange(linesOf(event.target.value));
          }}
        />
      )}
    </Field>
  );
}
