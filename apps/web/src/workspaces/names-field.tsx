import { useState, type ReactElement } from 'react';
import { linesOf } from '../ask/ask-draft.js';
import { Field } from '../design/field.js';

interface FunctionsFieldProps {
  /** Those that are saved. */
  names: string[];
  problem: string | null;
  onChange: (names: string[]) => void;
}

/** Functions of the database's own that SQL may call. Keeps what is being typed; what is meant by it goes into the draft. */
export function FunctionsField({ names, problem, onChange }: FunctionsFieldProps): ReactElement {
  const [text, setText] = useState(names.join('\n'));
  return (
    <Field
      label="Functions of your own"
      hint="that SQL may call beside the built-in ones that are safe; one per line, with or without its schema"
      problem={problem}
    >
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
