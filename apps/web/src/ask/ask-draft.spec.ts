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
  it('holds question, evidence, level and the settings in which it differs from its workspace', () => {
    const asked = { workspace: 'shop', question: 'How many?', evidence: ['one', 'two'], level: 'ADVANCED' as const };
    const own = { ...DEFAULT_SETTINGS, effort: 'exhaustive' as const, sqlCandidates: 3, bypassEvaluation: true };
    expect(requestOf('shop', draftOf(asked, own, DEFAULT_SETTINGS))).toEqual({
      ...asked,
      settings: { effort: 'exhaustive', sqlCandidates: 3, bypassEvaluation: true },
    });
  });
});
