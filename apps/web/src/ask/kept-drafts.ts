import type { Id } from '@assay/contracts';
import { EMPTY_DRAFT, type AskDraft } from './ask-draft.js';

const PREFIX = 'assay.draft.';
const OWNER = 'assay.drafts-of';

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
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<AskDraft> | null;
    // Another version may have kept it.
    const { question, evidence, settings } = { ...EMPTY_DRAFT, ...kept };
    if (typeof question !== 'string' || typeof evidence !== 'string') return null;
    return { ...EMPTY_DRAFT, ...kept, question, evidence, settings: { ...EMPTY_DRAFT.settings, ...settings } };
  } catch {
    return null;
  }
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

/** After a session has ended another person may sign in. True if there was one before. */
export function dropDraftsOfOthers(subject: string): boolean {
  const isOther = (sessionStorage.getItem(OWNER) ?? subject) !== subject;
  if (isOther) dropDrafts();
  sessionStorage.setItem(OWNER, subject);
  return isOther;
}
