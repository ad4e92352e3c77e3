import { useEffect, useState, type ReactElement } from 'react';

const SLOW_MS = 4000;

export function Waiting({ what, lines = 3 }: { what: string; lines?: number }): ReactElement {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="waiting" role="status">
      <span className={slow ? 'small' : 'visually-hidden'}>
        {slow ? `Still loading ${what}. If it fails, the reason is shown.` : `Loading ${what}.`}
      </span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="waiting-line" style={{ width: `${90 - index * 17}%` }} />
      ))}
    </div>
  );
}
