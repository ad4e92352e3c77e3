import { instruments } from '@assay/telemetry';

/** Statuses that refuse a caller, rather than tell it of something that is not there or not possible. */
const REFUSING = new Set([401, 403, 413, 415, 429]);

/** Counts an answer whose status refuses its caller; whether it does. */
export function countRefusal(status: number, code: string): boolean {
  if (!REFUSING.has(status)) return false;
  instruments().httpRefused.add(1, { code });
  return true;
}
