import type { WorkspaceEvaluation, WorkspaceView } from '@assay/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { useMay } from '../../api/queries.js';
import { Empty } from '../../design/empty.js';
import { TextField } from '../../design/text-field.js';
import { Problem } from '../../design/problem.js';
import { QueryState } from '../../design/query-state.js';
import { EvaluationAnswers } from './evaluation-answers.js';
import { EvaluationHistory } from './evaluation-history.js';
import { dueBecause } from './evaluation-words.js';

const LOOK_EVERY_MS = 2000;

export function EvaluationView({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { client } = useSession();
  const mayCurate = useMay('curate', workspace.id);
  const history = useInfiniteQuery({
    queryKey: ['evaluations', workspace.id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.evaluations.list(workspace.id, { limit: 20, ...(pageParam && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items[0]?.status === 'RUNNING' ? LOOK_EVERY_MS : false),
  });
  const [chosen, setChosen] = useState<WorkspaceEvaluation['id'] | null>(null);
  const evaluations = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const [latest] = evaluations;
  const shown = evaluations.find(({ id }) => id === chosen) ?? latest;
  return (
    <div className="stack">
      <p className="soft prose">
        The gold SQLs are this workspace’s own test: each is asked as a question, left out of its own prompts, and the
        rows of the answer are compared with its own.
      </p>
      {latest !== undefined && <Due evaluation={latest} />}
      {mayCurate && <Start workspace={workspace} running={latest?.status === 'RUNNING' ? latest : null} />}
      <QueryState query={history} what="the evaluations" />
      {history.data !== undefined && shown === undefined && (
        <Empty title="It has not been evaluated yet.">
          <p>Like a few answers, or add gold SQLs; then ask them all.</p>
        </Empty>
      )}
      {shown !== undefined && (
        <>
          <EvaluationHistory
            evaluations={evaluations}
            shown={shown.id}
            onShow={setChosen}
            onMore={history.hasNextPage ? () => void history.fetchNextPage() : null}
          />
          <EvaluationAnswers workspace={workspace} evaluation={shown} />
        </>
      )}
    </div>
  );
}

function Due({ evaluation }: { evaluation: WorkspaceEvaluation }): ReactElement | null {
  const because = dueBecause(evaluation);
  return because === null ? null : (
    <p className="evaluation-due" role="status">
      <strong>Due again:</strong> {because}
    </p>
  );
}

function Start({
  workspace,
  running,
}: {
  workspace: WorkspaceView;
  running: WorkspaceEvaluation | null;
}): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const [repeats, setRepeats] = useState(3);
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['evaluations', workspace.id] });
  const start = useMutation({
    mutationFn: () => client.evaluations.start(workspace.id, { repeats }),
    onSuccess: changed,
  });
  const cancel = useMutation({
    mutationFn: (id: string) => client.evaluations.cancel(workspace.id, id),
    onSettled: changed,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate();
  };
  if (running !== null) {
    return (
      <div className="stack-tight">
        <div className="row">
          <button
            type="button"
            className="button button-danger"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(running.id)}
          >
            Stop the evaluation
          </button>
          {running.waitingFor !== null && <span className="small soft">It waits: {running.waitingFor}</span>}
        </div>
        {cancel.error !== null && <Problem title="It was not stopped" error={cancel.error} />}
      </div>
    );
  }
  return (
    <form className="stack-tight" onSubmit={submit}>
      <div className="evaluation-start">
        <TextField
          label="Times each is asked"
          hint="More times show how far one can rely on an answer."
          type="number"
          min={1}
          max={10}
          required
          value={repeats}
          onText={(text) => setRepeats(Number(text))}
        />
        <button type="submit" className="button button-primary" disabled={start.isPending}>
          {start.isPending ? 'Starting …' : 'Evaluate'}
        </button>
      </div>
      {start.error !== null && <Problem title="It was not started" error={start.error} />}
    </form>
  );
}
