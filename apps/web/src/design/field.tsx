import { useId, type ReactElement, type ReactNode } from 'react';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | null;
  children: (control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode;
}

export function Field({ label, hint, problem = null, children }: FieldProps): ReactElement {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, problem === null ? null : `${id}-problem`].filter(
    (part) => part !== null,
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': problem !== null,
      })}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
      {problem !== null && (
        <span id={`${id}-problem`} className="field-problem">
          {problem}
        </span>
      )}
    </div>
  );
}
