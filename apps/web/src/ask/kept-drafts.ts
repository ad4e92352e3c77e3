import type { Id } from '@assay/contracts';
import type { AskDraft } from './ask-draft.js';

const PREFIX = 'assay.draft.';

/** What a draft is kept under: each question has one for its follow-ups and one for asking it again. */
export const draftName = {
  followUp: (question: Id): string => `follow-up ${question}`,
  again: (question: Id): string => `again ${question}`,
  /** Of a form that began with these words, or with none. */
  fresh: (question: string): string => `new ${question}`,
};

/** What was typed into a form of this tab and not asked yet, so that a reload or a way back loses nothing. */
export function keptDraft(name: string): AskDraft | null {
  const text = sessionStorage.getItem(PREFIX + name);
  return text === null ? null : (JSON.parse(text) as AskDraft);
}

/** Keeps what was typed; what the form held at first needs no keeping. */
export function keepDraft(name: string, draft: AskDraft, first: AskDraft): void {
  const text = JSON.stringify(draft);
  if (text === JSON.stringify(first)) return dropDraft(name);
  try {
    sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // a tab without room for more: the form goes on without
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Drops whatever was typed, for whoever comes next. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
