import { useEffect, useState } from 'react';
import { timeNow, type ReadTimeline } from '../model/time-now.js';

const TICK_MS = 1000;

/** Assay's time, updated while `running`; null without a timeline. */
export function useNow(read: ReadTimeline | undefined, running: boolean): string | null {
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setBrowserNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return read === undefined ? null : timeNow(read, browserNow);
}
