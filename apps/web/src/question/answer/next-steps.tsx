import type { EscalationRecord, NextAction } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import type { AskFocus } from '../../ask/ask-form.js';

interface NextStepsProps {
  record: EscalationRecord;
  /** Opens the form of the question at a field. */
  onChange: (focus: AskFocus) => void;
}

/** Steps that are taken in the form of the question, by the field that they begin with. */
const IN_FORM: Partial<Record<NextAction, { label: string; focus: AskFocus }>> = {
  'add-evidence': { label: 'Add evidence', focus: 'evidence' },
  'edit-question': { label: 'Change the question', focus: 'question' },
  'raise-level': { label: 'Choose a higher level', focus: 'level' },
  retry: { label: 'Ask it again', focus: 'question' },
};

/** What somebody may do about FAILED or ERROR, the most promising first: each a button or a link that begins it. */
export function NextSteps({ record, onChange }: NextStepsProps): ReactElement | null {
  if (record.nextSteps.length === 0) return null;
  return (
    <section className="stack-tight" aria-labelledby="next-steps">
      <h2 id="next-steps">What you can do</h2>
      <ul className="next-steps">
        {record.nextSteps.map(({ action, message }) => (
          <li key={`${action} ${message}`}>
            <NextStep record={record} action={action} onChange={onChange} />
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextStep({ record, action, onChange }: NextStepsProps & { action: NextAction }): ReactElement | null {
  const inForm = IN_FORM[action];
  if (inForm !== undefined) {
    return (
      <button type="button" className="button" onClick={() => onChange(inForm.focus)}>
        {inForm.label}
      </button>
    );
  }
  // there are none to see where no model was ever asked
  if (action === 'check-model' && record.calls.length === 0) return null;
  const { href, label } = placeOf(record, action);
  return (
    <Link href={href} className="button">
      {label}
    </Link>
  );
}

function placeOf({ id, workspace }: EscalationRecord, action: NextAction): { href: string; label: string } {
  if (action === 'check-database') return { href: `/workspaces/${workspace}/connection`, label: 'Test the connection' };
  if (action === 'check-model') return { href: `/questions/${id}/calls`, label: 'See the model calls' };
  return { href: '#open-points', label: 'See what may be meant' };
}
