import { useEffect, useState, type ReactElement } from 'react';

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): ReactElement {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Select it to copy');
    }
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
