import {
  isAbove,
  type AskedRequest,
  type ExampleQuestion,
  type Level,
  type Settings,
  type SettingsPatch,
} from '@assay/contracts';
import type { AskRequest } from '@assay/contracts/requests';

/** As text; empty: the workspace's. */
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
  /** Earlier settings not in the form. */
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

/** Only filled fields. An example's question gets its evidence and settings. */
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

/** Earlier releases did not store sent settings: uses those that differ from the workspace's. */
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

/** A higher level removes the earlier `maxLevel`. */
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
