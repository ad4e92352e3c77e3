import { QUESTION_NAME_CHARACTERS, type EscalationRecord } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { Field } from '../../design/field.js';
import { Problem } from '../../design/problem.js';

export function SaveName({ record, onDone }: { record: EscalationRecord; onDone: () => void }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState(record.name ?? '');
  const save = useMutation({
    mutationFn: (given: string | null) => client.questions.name(record.id, given),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['history'] });
      await queries.refetchQueries({ queryKey: ['question', record.id] });
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate(name.trim());
  };
  return (
    <form className="stack panel" onSubmit={submit}>
      <Field label="Name" hint="Use it to find and rerun the question in the history.">
        {(control) => (
          <input
            {...control}
            className="input"
            required
            autoFocus
            maxLength={QUESTION_NAME_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <button type="submit" className="button button-primary" disabled={save.isPending}>
          Save
        </button>
        {record.name !== null && (
          <button type="button" className="button" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Remove the name
          </button>
        )}
        <button type="button" className="button" onClick={onDone}>
          Close
        </button>
      </div>
      {save.error !== null && <Problem title="The name was not saved" error={save.error} />}
    </form>
  );
}
