import { hasRows } from '@assay/client';
import { isTerminal, type EscalationRecord } from '@assay/contracts';
import { useCallback, useState, type ReactElement } from 'react';
import { useCaller, useMay, useProfile, useRows, useSchema, useWorkspace } from '../../api/queries.js';
import { EMPTY_DRAFT } from '../../ask/ask-draft.js';
import { AskForm } from '../../ask/ask-form.js';
import { NoModel } from '../../ask/no-model.js';
import { draftName, dropDraft } from '../../ask/kept-drafts.js';
import { FollowedBy } from '../thread.js';
import { suggestFollowUps } from './suggest-follow-ups.js';

/** The rest of the thread, and a field for the next question. */
export function FollowUp({ record }: { record: EscalationRecord }): ReactElement | null {
  const workspace = useWorkspace(record.workspace);
  const mayAsk = useMay('ask', record.workspace);
  const isAnswered = (useCaller().data?.answeredBy ?? 'model') === 'model';
  const [{ question, times }, setChosen] = useState({ question: '', times: 0 });
  const [isNear, setIsNear] = useState(false);
  const watch = useCallback((section: HTMLElement) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
    });
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
  if (!isTerminal(record.status)) return null;
  const choose = (suggestion: string): void => {
    dropDraft(draftName.followUp(record.id));
    setChosen({ question: suggestion, times: times + 1 });
  };
  return (
    <>
      <FollowedBy key={record.id} question={record.id} />
      {hasRows(record) && mayAsk && workspace !== undefined && (
        <section className="stack-tight" aria-labelledby="follow-up" ref={watch}>
          <h2 id="follow-up">Ask a follow-up</h2>
          <NoModel workspace={workspace} />
          {isAnswered && <Suggestions record={record} withSchema={isNear} onChoose={choose} />}
          <AskForm
            key={times}
            workspace={workspace}
            first={{ ...EMPTY_DRAFT, question }}
            follows={record.id}
            focus={times === 0 ? undefined : 'question'}
          />
        </section>
      )}
    </>
  );
}

interface SuggestionsProps {
  record: EscalationRecord;
  withSchema: boolean;
  onChoose: (question: string) => void;
}

function Suggestions({ record, withSchema, onChoose }: SuggestionsProps): ReactElement | null {
  const rows = useRows(record.id).data;
  // A large schema is read only once this part is visible.
  const schema = useSchema(record.workspace, withSchema).data;
  const profile = useProfile(record.workspace, withSchema);
  const sql = record.correctedSql ?? record.result?.sqlList[0]?.sql;
  const [kept, keep] = useState<string[] | null>(null);
  if (rows === undefined || sql === undefined) return null;
  // not replaced under pointer or focus
  const suggestions =
    kept ?? suggestFollowUps(rows, sql, (!profile.isPending && schema?.schema.tables) || [], profile.data?.tables);
  return (
    <ul
      className="suggestions"
      aria-label="Suggestions"
      onPointerEnter={() => keep(suggestions)}
      onFocus={() => keep(suggestions)}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) keep(null);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) keep(null);
      }}
    >
      {suggestions.map((question) => (
        <li key={question}>
          <button type="button" className="button" onClick={() => onChoose(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
