import type { Level, SettingsPatch } from '@assay/contracts';
import type { AskRequest } from '@assay/requests';

/** The settings that the form offers, as they are typed; an empty one is the workspace's. */
export interface SettingsDraft {
  sqlCandidates: string;
  testBatches: string;
  deadlineSeconds: string;
  maxCostUsd: string;
  bypassEvaluation: boolean;
}

/** What the form holds. */
export interface AskDraft {
  question: string;
  /** One fact per line. */
  evidence: string;
  level: Level;
  settings: SettingsDraft;
}

export const EMPTY_DRAFT: AskDraft = {
  question: '',
  evidence: '',
  level: 'BASIC',
  settings: { sqlCandidates: '', testBatches: '', deadlineSeconds: '', maxCostUsd: '', bypassEvaluation: false },
};

/** The request that a draft stands for: only what was filled in is sent. */
export function requestOf(workspace: string, draft: AskDraft): AskRequest {
  const evidence = linesOf(draft.evidence);
  const settings = settingsOf(draft.settings);
  return {
    workspace,
    question: draft.question.trim(),
    level: draft.level,
    ...(evidence.length > 0 ? { evidence } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  };
}

/** The lines of a text that hold something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function settingsOf(draft: SettingsDraft): SettingsPatch {
  const settings: SettingsPatch = {};
  for (const field of ['sqlCandidates', 'testBatches', 'deadlineSeconds', 'maxCostUsd'] as const) {
    const text = draft[field].trim();
    if (text !== '') settings[field] = Number(text);
  }
  if (draft.bypassEvaluation) settings.bypassEvaluation = true;
  return settings;
}
