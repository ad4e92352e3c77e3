import { useEffect, useState, type ReactElement } from 'react';

interface CopyButtonProps {
  /** What is copied; a function where it has to be fetched first. */
  text: string | (() => Promise<string>);
  label?: string;
}

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps): ReactElement {
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    setBusy(true);
    try {
      await (typeof text === 'string' ? navigator.clipboard.writeText(text) : copyFetched(text));
      setSaid('Copied');
    } catch {
      setSaid(typeof text === 'string' ? 'Select it to copy' : 'It could not be copied');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void copy()}>
      <span aria-live="polite">{busy && typeof text !== 'string' ? 'Fetching …' : (said ?? label)}</span>
    </button>
  );
}

/** The clipboard is asked for at the click and filled later: browsers refuse it once the click is long past. */
async function copyFetched(fetchText: () => Promise<string>): Promise<void> {
  const text = fetchText().then((fetched) => new Blob([fetched], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
