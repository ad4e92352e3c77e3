import type { Interpretation } from '@assay/llm';
import type { StepAnswer } from '../journal.js';
import type { Reading } from './journaled-calls.js';

export function notesOf(reading: Interpretation<unknown>): { notes: StepAnswer['details']; read: Reading } {
  const { parser, repaired, flags, coercions } = reading;
  return {
    notes: { parser, repaired, flags: [...flags, ...coercions.map((coercion) => `coerced ${coercion}`)] },
    read: reading.ok ? { value: reading.value } : { violation: reading.violation.code },
  };
}
