import type { ComponentProps, ReactElement } from 'react';
import { Field, type FieldProps } from './field.js';

type TextProps<Tag extends 'input' | 'textarea'> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Tag>, 'onChange' | 'className' | 'children'> & {
    /** For SQL, URLs and keys. */
    mono?: boolean;
    onText: (text: string) => void;
  };

export function TextField({ label, hint, problem, mono, onText, ...input }: TextProps<'input'>): ReactElement {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input {...control} className={classOf(mono)} {...input} onChange={(event) => onText(event.target.value)} />
      )}
    </Field>
  );
}

export function TextArea({ label, hint, problem, mono, onText, ...area }: TextProps<'textarea'>): ReactElement {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <textarea {...control} className={classOf(mono)} {...area} onChange={(event) => onText(event.target.value)} />
      )}
    </Field>
  );
}

function classOf(mono = false): string {
  return mono ? 'input mono' : 'input';
}
