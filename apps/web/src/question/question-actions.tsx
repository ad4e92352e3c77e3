import { isTerminal, type EscalationRecord } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { useMay, useWorkspace } from '../api/queries.js';
import type { AskFocus } from '../ask/ask-draft.js';
import { draftName, keptDraft } from '../ask/kept-drafts.js';
import { CopyButton } from '../design/copy-button.js';
import { Menu } from '../design/menu.js';
import { Problem } from '../design/problem.js';
import { CorrectionForm, Corrections, Like } from './answer/feedback.js';
import { AskAgain, AskModels, ChangedQuestion, TestAnswer, useEndsTheSame } from './answer/go-on.js';
import { NextSteps } from './answer/next-steps.js';
import { SaveName } from './answer/save-name.js';

type OpenForm = AskFocus | 'correction' | 'name';

export function QuestionActions({ record }: { record: EscalationRecord }): ReactElement {
  const [{ open, byHand }, setForm] = useState(() => ({ open: leftOpen(record), byHand: false }));
  const setOpen = (form: OpenForm | null): void => setForm({ open: form, byHand: true });
  const ended = isTerminal(record.status);
  const won = record.status === 'GOLD' || record.status === 'SILVER';
  const mayAsk = useMay('ask', record.workspace);
  const mayCurate = useMay('curate', record.workspace);
  const endsTheSame = useEndsTheSame(record);
  // a next step opens the same form
  const isOffered = record.nextSteps.some(({ action }) => action === 'edit-question');
  const toggle = (form: OpenForm): void => setOpen(open === form ? null : form);
  const form = (name: OpenForm, label: string): ReactElement => (
    <button type="button" className="button" aria-expanded={open === name} onClick={() => toggle(name)}>
      {label}
    </button>
  );
  return (
    <>
      {ended && <NextSteps record={record} withPrimary={open === null} onChange={setOpen} />}
      <div className="question-actions">
        {mayAsk && won && <TestAnswer record={record} />}
        {mayAsk && won && <AskModels record={record} />}
        {mayAsk && ended && !won && !isOffered && !endsTheSame && form('question', 'Change and ask again')}
        {won && record.correctedSql === undefined && <Like record={record} />}
        {mayAsk && won && form('correction', 'This is wrong')}
        {mayCurate && record.status === 'FAILED' && form('correction', 'I know the right SQL')}
        {mayAsk && !ended && <Cancel record={record} />}
        <Menu label="More">
          {mayAsk && won && form('question', 'Change and ask again')}
          {mayAsk && ended && <AskAgain record={record} />}
          {mayAsk && ended && form('name', record.name === null ? 'Save' : 'Rename')}
          <CopyButton text={window.location.href} label="Copy link" />
          {mayAsk && won && <LinkForAll record={record} />}
        </Menu>
      </div>
      {ended && open !== null && <Form open={open} takesFocus={byHand} record={record} onDone={() => setOpen(null)} />}
      <Corrections corrections={record.corrections} />
    </>
  );
}

/** Valid for a day. */
function LinkForAll({ record: { id, workspace } }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const end = useMutation({ mutationFn: () => client.questions.unlink(id) });
  const settings = useWorkspace(workspace)?.settings;
  if (!settings?.links || settings.asker) return null;
  const make = async (): Promise<string> => {
    end.reset();
    return window.location.origin + (await client.questions.link(id)).path;
  };
  return (
    <>
      <CopyButton text={make} label="Copy link without sign-in" />
      <button type="button" className="button" onClick={() => end.mutate()} disabled={end.isPending}>
        {end.isSuccess ? 'Links have ended' : 'End links without sign-in'}
      </button>
      {end.error !== null && <Problem title="The links could not be ended" error={end.error} />}
    </>
  );
}

function leftOpen({ id }: EscalationRecord): OpenForm | null {
  return keptDraft(draftName.again(id)) === null ? null : 'question';
}

interface FormProps {
  open: OpenForm;
  /** Just opened by the user. */
  takesFocus: boolean;
  record: EscalationRecord;
  onDone: () => void;
}

function Form({ open, takesFocus, record, onDone }: FormProps): ReactElement {
  switch (open) {
    case 'correction':
      return <CorrectionForm record={record} onDone={onDone} />;
    case 'name':
      return <SaveName record={record} onDone={onDone} />;
    default:
      return <ChangedQuestion record={record} focus={takesFocus ? open : undefined} />;
  }
}

function Cancel({ record }: { record: EscalationRecord }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.questions.cancel(record.id),
    onSettled: () => void queries.refetchQueries({ queryKey: ['question', record.id] }),
  });
  return (
    <>
      <button
        type="button"
        className="button button-danger"
        onClick={() => cancel.mutate()}
        disabled={cancel.isPending || cancel.isSuccess}
      >
        {cancel.isSuccess ? 'Cancelling …' : 'Cancel'}
      </button>
      {cancel.error !== null && <Problem title="It could not be cancelled" error={cancel.error} />}
    </>
  );
}
