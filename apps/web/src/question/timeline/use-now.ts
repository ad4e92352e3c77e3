import { useEffect, useState } from 'react';
import { timeNow, type ReadTimeline } from '../model/time-now.js';

/** What goes on is redrawn this often, milliseconds. */
const TICK_MS = 1000;

/** The time by Assay's clock, moving on while `running`; null where no timeline was read. */
export function useNow(read: ReadTimeline | undefined, running: boolean): string | null {
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setBrowserNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return read === undefined ? null : timeNow(read, browserNow);
}
