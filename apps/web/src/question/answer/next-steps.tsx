import { isAbove, type EscalationRecord, type NextAction } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useCaller, useWorkspace } from '../../api/queries.js';
import type { AskFocus } from '../../ask/ask-draft.js';
import { TestAnswer } from './go-on.js';

interface NextStepsProps {
  record: EscalationRecord;
  /** False beside a form, which has a primary button. */
  withPrimary: boolean;
  onChange: (focus: AskFocus) => void;
}

export function NextSteps({ record, withPrimary, onChange }: NextStepsProps): ReactElement | null {
  const isAdmin = useCaller().data?.admin === true;
  const highest = useWorkspace(record.workspace)?.settings.maxLevel ?? record.level;
  if (record.nextSteps.length === 0) return null;
  const isForAdmins = (action: NextAction): boolean =>
    action === 'check-model' || (action === 'raise-level' && !isAbove(highest, record.level));
  const primary = withPrimary ? record.nextSteps.findIndex(({ action }) => isAdmin || !isForAdmins(action)) : -1;
  return (
    <section className="stack-tight" aria-labelledby="next-steps">
      <h2 id="next-steps">What you can do</h2>
      <ul className="next-steps">
        {record.nextSteps.map(({ action, message }, index) => (
          <li key={`${action} ${message}`}>
            <NextStep record={record} action={action} withPrimary={index === primary} onChange={onChange} />
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextStep({ record, action, withPrimary, onChange }: NextStepsProps & { action: NextAction }): ReactElement {
  const look = withPrimary ? 'button button-primary' : 'button';
  const highest = useWorkspace(record.workspace)?.settings.maxLevel ?? record.level;
  const form = (label: string, focus: AskFocus): ReactElement => (
    <button type="button" className={look} onClick={() => onChange(focus)}>
      {label}
    </button>
  );
  const ofWorkspace = (label: string, className = 'button'): ReactElement => (
    <ForAdmins
      href={`/workspaces/${record.workspace}/settings`}
      label={label}
      where="in the workspace’s settings"
      look={className}
    />
  );
  switch (action) {
    case 'add-evidence':
      return form('Add evidence', 'evidence');
    case 'edit-question':
      return form('Change the question', 'question');
    case 'retry':
      if (record.status === 'FAILED' && record.settings.effort === 'instant')
        return <TestAnswer record={record} look={look} />;
      if (record.error?.code === 'DEADLINE_EXCEEDED') return form('Give it more time', 'deadlineSeconds');
      if (record.error?.code !== 'BUDGET_EXCEEDED') return form('Ask it again', 'question');
      return (
        <>
          {form('Change its limits', 'sqlCandidates')}
          {ofWorkspace('Limits of the workspace')}
        </>
      );
    case 'raise-level':
      // Limited by the workspace.
      return isAbove(highest, record.level)
        ? form('Use stronger models', 'level')
        : ofWorkspace('Allow stronger models', look);
    case 'settle':
      // The router would not scroll.
      return (
        <a href="#open-points" className={look}>
          See what may be meant
        </a>
      );
    case 'check-database':
      return <Place href={`/workspaces/${record.workspace}/connection`} label="Test the connection" look={look} />;
    case 'check-model':
      return (
        <>
          {record.calls.length > 0 && (
            <Place href={`/questions/${record.id}/calls`} label="See the model calls" look="button" />
          )}
          <ForAdmins
            href="/models"
            label={record.error?.code === 'MODEL_NOT_CONFIGURED' ? 'Set up a model' : 'Change the models'}
            where="under Models"
            look={look}
          />
        </>
      );
  }
}

interface PlaceProps {
  href: string;
  label: string;
  look: string;
}

function ForAdmins({ where, ...place }: PlaceProps & { where: string }): ReactElement {
  const caller = useCaller();
  if (caller.data?.admin === true) return <Place {...place} />;
  return <span className="small soft">For an admin of Assay, {where}.</span>;
}

function Place({ href, label, look }: PlaceProps): ReactElement {
  return (
    <Link href={href} className={look}>
      {label}
    </Link>
  );
}
