import { useState, type ReactElement } from 'react';
import { linesOf } from '../ask/ask-draft.js';
import { TextArea } from '../design/text-field.js';

interface NamesFieldProps {
  label: string;
  hint: string;
  names: string[];
  problem: string | null;
  autoFocus?: boolean;
  onChange: (names: string[]) => void;
}

/** One per line. Keeps the typed text. */
export function NamesField({ label, hint, names, problem, autoFocus, onChange }: NamesFieldProps): ReactElement {
  const [text, setText] = useState(names.join('\n'));
  return (
    <TextArea
      label={label}
      hint={hint}
      problem={problem}
      mono
      rows={2}
      autoFocus={autoFocus}
      value={text}
      onText={(typed) => {
        setText(typed);
        onChange(linesOf(typed));
      }}
    />
  );
}
