import { useEffect, useState, type ReactElement } from 'react';
import { describeProblem } from './describe-problem.js';

interface CopyButtonProps {
  text: string | (() => Promise<string>);
  label?: string;
}

const COPIED_MS = 2000;

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps): ReactElement {
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await (typeof text === 'string' ? navigator.clipboard.writeText(text) : copyFetched(text));
      setCopied(true);
    } catch (error) {
      setRefused(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" disabled={busy} onClick={() => void copy()}>
        <span aria-live="polite">{busy && typeof text !== 'string' ? 'Fetching …' : copied ? 'Copied' : label}</span>
      </button>
      {refused !== null && (
        <span role="alert" className="small">
          Not copied: {refused}
        </span>
      )}
    </>
  );
}

/** Starts the write at the click: browsers reject a late one. */
async function copyFetched(fetchText: () => Promise<string>): Promise<void> {
  const text = fetchText().then((fetched) => new Blob([fetched], { type: 'text/plain' }));
  // The clipboard hides fetch errors.
  await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])]);
}

function reasonOf(error: unknown): string {
  const noClipboard = (navigator as { clipboard?: Clipboard }).clipboard === undefined;
  return noClipboard
    ? 'the browser lets only pages on https or localhost use the clipboard.'
    : describeProblem(error).message;
}
