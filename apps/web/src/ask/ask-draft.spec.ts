import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS } from '@assay/contracts';
import { draftOf, EMPTY_DRAFT, requestOf } from './ask-draft.js';

describe('the request of a draft', () => {
  it('holds nothing that was not filled in, so that the workspace decides', () => {
    expect(requestOf('shop', { ...EMPTY_DRAFT, question: '  How many? ' })).toEqual({
      workspace: 'shop',
      question: 'How many?',
      level: 'BASIC',
    });
  });

  it('takes evidence by line and numbers as numbers', () => {
    const settings = {
      ...EMPTY_DRAFT.settings,
      effort: 'exhaustive' as const,
      sqlCandidates: '7',
      maxCostUsd: '0.5',
      bypassEvaluation: true,
    };
    const draft = { ...EMPTY_DRAFT, question: 'q', evidence: 'one\n\n two ', settings };
    expect(requestOf('shop', draft)).toMatchObject({
      evidence: ['one', 'two'],
      settings: { effort: 'exhaustive', sqlCandidates: 7, maxCostUsd: 0.5, bypassEvaluation: true },
    });
  });
});

describe('the draft of what was asked', () => {
  const words = { workspace: 'shop', question: 'How many?', evidence: ['one', 'two'], level: 'ADVANCED' as const };

  it('holds question, evidence, level and the settings that were sent, those too that the form does not offer', () => {
    const settings = { effort: 'exhaustive' as const, sqlCandidates: 3, bypassEvaluation: true, seed: 7 };
    const draft = draftOf({ ...words, settings }, DEFAULT_SETTINGS, DEFAULT_SETTINGS);
    expect(draft.settings).toMatchObject({ effort: 'exhaustive', sqlCandidates: '3', bypassEvaluation: true });
    expect(requestOf('shop', draft)).toEqual({ ...words, settings });
    const cleared = { ...draft, settings: EMPTY_DRAFT.settings };
    expect(requestOf('shop', cleared).settings).toEqual({ seed: 7 });
  });

  it('allows the level that is chosen above the highest that was allowed', () => {
    const asked = { ...words, settings: { maxLevel: 'ADVANCED' as const } };
    const draft = draftOf(asked, DEFAULT_SETTINGS, DEFAULT_SETTINGS);
    expect(requestOf('shop', draft).settings).toEqual({ maxLevel: 'ADVANCED' });
    expect(requestOf('shop', { ...draft, level: 'EXPERT' }).settings).toBeUndefined();
  });

  it('holds of a question of an earlier release what differs from its workspace', () => {
    const own = { ...DEFAULT_SETTINGS, effort: 'exhaustive' as const, sqlCandidates: 3, bypassEvaluation: true };
    expect(requestOf('shop', draftOf(words, own, DEFAULT_SETTINGS))).toEqual({
      ...words,
      settings: { effort: 'exhaustive', sqlCandidates: 3, bypassEvaluation: true },
    });
  });
});
