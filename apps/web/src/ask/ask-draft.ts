import {
  isAbove,
  type AskedRequest,
  type ExampleQuestion,
  type Level,
  type Settings,
  type SettingsPatch,
} from '@assay/contracts';
import type { AskRequest } from '@assay/requests';

/** The form's settings as text; an empty one means the workspace's. */
export interface SettingsDraft {
  effort: Settings['effort'] | '';
  sqlCandidates: string;
  testBatches: string;
  deadlineSeconds: string;
  maxCostUsd: string;
  maxTokens: string;
  maxCalls: string;
  bypassEvaluation: boolean;
}

export interface AskDraft {
  question: string;
  evidence: string;
  level: Level;
  settings: SettingsDraft;
  /** Settings from the earlier request that the form does not show. */
  others: SettingsPatch;
}

export type AskFocus = 'question' | 'evidence' | 'level' | 'sqlCandidates' | 'deadlineSeconds';

const NUMBERS = ['sqlCandidates', 'testBatches', 'deadlineSeconds', 'maxCostUsd', 'maxTokens', 'maxCalls'] as const;

export const EMPTY_DRAFT: AskDraft = {
  question: '',
  evidence: '',
  level: 'BASIC',
  settings: {
    effort: '',
    sqlCandidates: '',
    testBatches: '',
    deadlineSeconds: '',
    maxCostUsd: '',
    maxTokens: '',
    maxCalls: '',
    bypassEvaluation: false,
  },
  others: {},
};

/** Sends only filled fields. A question equal to an example gets the example's evidence and settings too. */
export function requestOf(workspace: string, draft: AskDraft, examples: readonly ExampleQuestion[] = []): AskRequest {
  const question = draft.question.trim();
  const example = examples.find((each) => each.question === question);
  const own = linesOf(draft.evidence);
  const evidence = own.length > 0 ? own : (example?.evidence ?? []);
  const settings = { ...example?.settings, ...othersOf(draft), ...settingsOf(draft.settings) };
  return {
    workspace,
    question,
    level: draft.level,
    ...(evidence.length > 0 ? { evidence } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  };
}

/**
 * A draft to ask again. Settings that were not sent stay empty. Earlier releases did not store sent settings, so there
 * those that differ from the workspace's are used.
 */
export function draftOf(
  { question, evidence, level, settings: sent }: AskedRequest,
  own: Settings,
  workspace: Settings,
): AskDraft {
  const differing = (field: keyof Settings): boolean => own[field] !== workspace[field];
  const offered = [...NUMBERS, 'effort', 'bypassEvaluation'] as const;
  const known: SettingsPatch =
    sent ?? Object.fromEntries(offered.filter(differing).map((field) => [field, own[field]]));
  const settings: SettingsDraft = { ...EMPTY_DRAFT.settings };
  for (const field of NUMBERS) settings[field] = String(known[field] ?? '');
  settings.effort = known.effort ?? '';
  settings.bypassEvaluation = known.bypassEvaluation ?? false;
  const others = Object.fromEntries(Object.entries(known).filter(([field]) => !offered.some((each) => each === field)));
  return { question, evidence: evidence.join('\n'), level, settings, others };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A chosen level above the earlier `maxLevel` removes that limit. */
function othersOf({ others: { maxLevel, ...others }, level }: AskDraft): SettingsPatch {
  return maxLevel === undefined || isAbove(level, maxLevel) ? others : { ...others, maxLevel };
}

function settingsOf(draft: SettingsDraft): SettingsPatch {
  const settings: SettingsPatch = draft.effort === '' ? {} : { effort: draft.effort };
  for (const field of NUMBERS) {
    const text = draft[field].trim();
    if (text !== '') settings[field] = Number(text);
  }
  if (draft.bypassEvaluation) settings.bypassEvaluation = true;
  return settings;
}
