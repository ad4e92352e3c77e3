import { isTerminal, type EscalationRecord } from '@assay/contracts';
import { useState, type ReactElement } from 'react';
import { useMay, useRows, useSchema, useWorkspace } from '../../api/queries.js';
import { EMPTY_DRAFT } from '../../ask/ask-draft.js';
import { AskForm } from '../../ask/ask-form.js';
import { FollowedBy } from '../thread.js';
import { suggestFollowUps } from './suggest-follow-ups.js';

/** The rest of the thread: what followed, and a field for the next question. Its prompts include this one and its SQL. */
export function FollowUp({ record }: { record: EscalationRecord }): ReactElement | null {
  const workspace = useWorkspace(record.workspace);
  const mayAsk = useMay('ask', record.workspace);
  const [chosen, choose] = useState<string | null>(null);
  if (!isTerminal(record.status)) return null;
  const isAnswered = record.status === 'GOLD' || record.status === 'SILVER';
  return (
    <>
      <FollowedBy key={record.id} question={record.id} />
      {isAnswered && mayAsk && workspace !== undefined && (
        <section className="stack-tight" aria-labelledby="follow-up">
          <h2 id="follow-up">Ask on</h2>
          <Suggestions record={record} onChoose={choose} />
          <AskForm
            key={chosen}
            workspace={workspace}
            first={{ ...EMPTY_DRAFT, question: chosen ?? '' }}
            follows={record.id}
            focus={chosen === null ? undefined : 'question'}
          />
        </section>
      )}
    </>
  );
}

function Suggestions({
  record,
  onChoose,
}: {
  record: EscalationRecord;
  onChoose: (question: string) => void;
}): ReactElement | null {
  const rows = useRows(record.id).data;
  const schema = useSchema(record.workspace).data;
  const sql = record.result?.sqlList[0]?.sql;
  if (rows === undefined || sql === undefined) return null;
  const suggestions = suggestFollowUps(rows, sql, schema?.schema.tables ?? []);
  return (
    <ul className="suggestions" aria-label="Suggestions">
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
