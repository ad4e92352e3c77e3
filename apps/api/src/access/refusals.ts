import { instruments } from '@assay/runtime/telemetry';

/** Statuses that refuse the caller, not the object. */
const REFUSING = new Set([401, 403, 413, 415, 429]);

export function countRefusal(status: number, code: string): boolean {
  if (!REFUSING.has(status)) return false;
  instruments().httpRefused.add(1, { code });
  return true;
}
