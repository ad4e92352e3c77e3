import { isTerminal, LEVELS, type EscalationRecord, type Level } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { useCaller, useWorkspace } from '../api/queries.js';
import { useAsk } from '../ask/use-ask.js';
import { CopyButton } from '../design/copy-button.js';
import { Problem } from '../design/problem.js';

/** Like, cancel, ask again; what is not possible is not offered. */
export function QuestionActions({ record }: { record: EscalationRecord }): ReactElement {
  const ended = isTerminal(record.status);
  const won = record.status === 'GOLD' || record.status === 'SILVER';
  return (
    <div className="question-actions">
      {won && <Like record={record} />}
      {!ended && <Cancel record={record} />}
      {ended && <AskAgain record={record} />}
      <CopyButton text={window.location.href} label="Copy link" />
    </div>
  );
}

function Like({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const caller = useCaller();
  const queries = useQueryClient();
  const like = useMutation({
    mutationFn: () => client.questions.like(record.id),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['gold', record.workspace] }),
  });
  if (caller.data?.mayCurate !== true) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => like.mutate()}
        disabled={like.isPending || like.isSuccess}
        title="Keeps question and SQL as an example with a known answer"
      >
        {like.isSuccess ? (like.data.created ? '✓ Liked: now a gold SQL' : '✓ Was liked before') : '♡ Like'}
      </button>
      {like.error !== null && <Problem title="It could not be kept" error={like.error} />}
    </>
  );
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

function AskAgain({ record }: { record: EscalationRecord }): ReactElement {
  const { client } = useSession();
  const ask = useAsk();
  const maxLevel = useWorkspace(record.workspace)?.settings.maxLevel ?? 'EXPERT';
  const again = async (level: Level): Promise<void> => {
    const { workspace, question, evidence } = await client.questions.request(record.id);
    const { sqlCandidates, testBatches } = record.settings;
    await ask.mutateAsync({
      workspace,
      question,
      level,
      settings: { sqlCandidates, testBatches },
      ...(evidence.length > 0 ? { evidence } : {}),
    });
  };
  const request = useMutation({ mutationFn: again });
  const higher = LEVELS.slice(LEVELS.indexOf(record.level) + 1, LEVELS.indexOf(maxLevel) + 1);
  const levels = [record.requestedLevel, ...higher.filter((level) => level !== record.requestedLevel)];
  return (
    <>
      {levels.map((level) => (
        <button
          key={level}
          type="button"
          className="button"
          disabled={request.isPending}
          onClick={() => request.mutate(level)}
        >
          {level === record.requestedLevel ? 'Ask again' : `Ask again at ${level}`}
        </button>
      ))}
      {request.error !== null && <Problem title="It could not be asked again" error={request.error} />}
    </>
  );
}
