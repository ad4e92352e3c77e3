import type { Id } from '@assay/contracts';
import type { AskDraft } from './ask-draft.js';

const PREFIX = 'assay.draft.';

/** Per question: follow-ups, and asking again. */
export const draftName = {
  followUp: (question: Id): string => `follow-up ${question}`,
  again: (question: Id): string => `again ${question}`,
  /** By the form's initial question. */
  fresh: (question: string): string => `new ${question}`,
};

/** Unsent text of this tab; survives reloads. */
export function keptDraft(name: string): AskDraft | null {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? null : (JSON.parse(text) as AskDraft);
}

export function keepDraft(name: string, draft: AskDraft, first: AskDraft): void {
  const text = JSON.stringify(draft);
  if (text === JSON.stringify(first)) return dropDraft(name);
  try {
    sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Storage is full.
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
