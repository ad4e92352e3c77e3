import { ApiProblem } from '@assay/client';
import type { WorkspaceView } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { Contradiction } from '../design/contradiction.js';
import { TextArea, TextField } from '../design/text-field.js';
import { SaveRow } from './save-row.js';

const EMPTY = { question: '', sql: '' };

export function AddGold({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const [pair, setPair] = useState(EMPTY);
  const add = useMutation({
    mutationFn: () => client.goldSqls.add(workspace.id, pair),
    onSuccess: () => {
      setPair(EMPTY);
      return queries.invalidateQueries({ queryKey: ['gold', workspace.id] });
    },
  });
  const problems = add.error instanceof ApiProblem ? add.error.errors : [];
  const problemOf = (wanted: string): string | null => problems.find(({ field }) => field === wanted)?.message ?? null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <details>
      <summary>Add a pair</summary>
      <form className="stack workspace-form" onSubmit={submit}>
        <TextField
          label="Question"
          problem={problemOf('question')}
          required
          value={pair.question}
          onText={(text) => setPair({ ...pair, question: text })}
        />
        <TextArea
          label="SQL"
          problem={problemOf('sql')}
          mono
          required
          rows={4}
          spellCheck={false}
          value={pair.sql}
          onText={(text) => setPair({ ...pair, sql: text })}
        />
        <SaveRow changed={pair.question.trim() !== '' && pair.sql.trim() !== ''} change={add} label="Add" />
        <Contradiction of={add.data?.contradicts} />
      </form>
    </details>
  );
}
