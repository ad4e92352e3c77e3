import {
  isAbove,
  type AskedRequest,
  type ExampleQuestion,
  type Level,
  type Settings,
  type SettingsPatch,
} from '@assay/contracts';
import type { AskRequest } from '@assay/requests';

/** The settings that the form offers, as they are typed; an empty one is the workspace's. */
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

/** What the form holds. */
export interface AskDraft {
  question: string;
  /** One fact per line. */
  evidence: string;
  level: Level;
  settings: SettingsDraft;
  /** Settings that the form does not offer, as they were sent before. */
  others: SettingsPatch;
}

/** A field of the form to begin with. */
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

/**
 * The request that a draft stands for: only what was filled in is sent. An example that is typed word by word is asked as
 * the example is, but for what was filled in beside it.
 */
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
 * What was asked, to be asked again: settings that were not sent stay empty, so that the workspace goes on deciding them.
 * Of questions of earlier releases, which kept no settings as they were sent, those are sent that differ from the
 * workspace's.
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

/** The lines of a text that hold something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A level above the highest that was allowed then allows itself. */
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
