import type { CallRecord, Id } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { messagesOf } from '../model/messages.js';
import { QueryState } from '../../design/query-state.js';

interface CallDetailsProps {
  question: Id;
  call: CallRecord;
  onClose: () => void;
}

export function CallDetails({ question, call, onClose }: CallDetailsProps): ReactElement {
  const { client } = useSession();
  const detail = useQuery({
    queryKey: ['call', question, call.id],
    queryFn: ({ signal }) => client.questions.call(question, call.id, { signal }),
    staleTime: Infinity,
  });
  return (
    <section className="panel stack" aria-label={`Call of ${call.agent}`}>
      <div className="view-head">
        <h2>
          {call.agent}, {call.model}
        </h2>
        <button type="button" className="button button-plain" onClick={onClose}>
          Close
        </button>
      </div>
      {call.error !== null && (
        <p>
          {call.error.message} <code>{call.error.code}</code>
        </p>
      )}
      <QueryState query={detail} what="the call" />
      {detail.data !== undefined && (
        <>
          {messagesOf(detail.data.request).map(({ role, text }, index) => (
            <Body key={index} title={`Sent: ${role}`} text={text} />
          ))}
          <Body title="Understood as" text={pretty(detail.data.normalised)} open />
          <Body title="Received, as it came" text={pretty(detail.data.response)} />
        </>
      )}
      <p className="small faint">
        Prompt template <code>{call.promptHash.slice(0, 12)}</code>
      </p>
    </section>
  );
}

function Body({ title, text, open = false }: { title: string; text: string; open?: boolean }): ReactElement {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <pre className="call-body" tabIndex={0} role="group" aria-label={title}>
        {text}
      </pre>
    </details>
  );
}

function pretty(value: unknown): string {
  if (value === null || value === undefined) return 'Not available: bodies are kept for a limited time.';
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
