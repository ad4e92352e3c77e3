import { COMMENT_CHARACTERS, type CorrectionView, type EscalationRecord } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { useMay } from '../../api/queries.js';
import { Contradiction } from '../../design/contradiction.js';
import { Field } from '../../design/field.js';
import { Problem } from '../../design/problem.js';
import { Sql } from '../../design/sql.js';

export function Like({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const mayCurate = useMay('curate', record.workspace);
  const queries = useQueryClient();
  const like = useMutation({
    mutationFn: () => client.questions.like(record.id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['gold', record.workspace] });
      void queries.refetchQueries({ queryKey: ['question', record.id] });
    },
  });
  if (!mayCurate) return null;
  const liked = record.liked || like.isSuccess;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => like.mutate()}
        disabled={like.isPending || liked}
        title="Keeps question and SQL as an example with a known answer"
      >
        {liked ? '✓ Liked: now a gold SQL' : '♡ Like'}
      </button>
      <Contradiction of={like.data?.goldSql.contradicts} />
      {like.error !== null && <Problem title="It could not be kept" error={like.error} />}
    </>
  );
}

export function CorrectionForm({ record, onDone }: { record: EscalationRecord; onDone: () => void }): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const [sql, setSql] = useState('');
  const [comment, setComment] = useState('');
  const mayCurate = useMay('curate', record.workspace);
  const correct = useMutation({
    mutationFn: () =>
      client.questions.correct(record.id, {
        ...(sql.trim() === '' ? {} : { sql: sql.trim() }),
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      }),
    onSuccess: async ({ contradicts }) => {
      void queries.invalidateQueries({ queryKey: ['gold', record.workspace] });
      void queries.invalidateQueries({ queryKey: ['comments', record.workspace] });
      for (const about of ['rows', 'chart']) void queries.invalidateQueries({ queryKey: [about, record.id] });
      await queries.refetchQueries({ queryKey: ['question', record.id] });
      if (contradicts === undefined) onDone();
    },
  });
  const isAnswer = record.status !== 'FAILED';
  const empty = sql.trim() === '' && comment.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!empty && !correct.isPending) correct.mutate();
  };
  return (
    <form className="stack panel" onSubmit={submit} aria-labelledby="correction">
      <h2 id="correction">{isAnswer ? 'What is wrong?' : 'Which SQL is right?'}</h2>
      <Field label="In words">
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            autoFocus={isAnswer}
            maxLength={COMMENT_CHARACTERS}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      {mayCurate && (
        <Field
          label="The right SQL"
          hint={`Its rows become the answer, and it becomes a gold SQL.${isAnswer ? ' Leave it empty if you do not know.' : ''}`}
        >
          {(control) => (
            <textarea
              {...control}
              className="input mono"
              rows={4}
              autoFocus={!isAnswer}
              spellCheck={false}
              value={sql}
              onChange={(event) => setSql(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="row">
        <button
          type="submit"
          className="button button-primary"
          disabled={empty || correct.isPending || correct.isSuccess}
        >
          {correct.isPending ? 'Checking …' : 'Send'}
        </button>
        <button type="button" className="button" onClick={onDone}>
          Close
        </button>
      </div>
      <Contradiction of={correct.data?.contradicts} />
      {correct.error !== null && <Problem title="The correction was not taken" error={correct.error} />}
    </form>
  );
}

export function Corrections({ corrections }: { corrections: readonly CorrectionView[] }): ReactElement {
  const comments = corrections.filter(({ comment }) => comment !== null);
  const corrected = corrections.filter(({ sql }) => sql !== null);
  return (
    <>
      {comments.length > 0 && (
        <section className="stack-tight note" aria-labelledby="comments">
          <h2 id="comments" className="small">
            What people said
          </h2>
          {comments.map(({ id, comment }) => (
            <p key={id} className="small">
              {comment}
            </p>
          ))}
        </section>
      )}
      {corrected.length > 0 && (
        <section className="stack-tight note" aria-labelledby="corrections">
          <h2 id="corrections" className="small">
            Corrected to
          </h2>
          {corrected.map(({ id, sql, goldSql }) => (
            <div key={id} className="stack-tight small">
              <Sql sql={sql ?? ''} />
              {goldSql !== null && <p className="soft">This SQL is a gold SQL now.</p>}
            </div>
          ))}
        </section>
      )}
    </>
  );
}
