import { describe, expect, it } from '@jest/globals';
import { fieldGroups } from './setting-fields.js';

const fields = fieldGroups().flatMap((group) => group.fields);

describe('the settings on the page', () => {
  it('are all in words', () => {
    const bare = fields.filter(({ label, path, hint }) => label === path || hint === '');
    expect(bare.map(({ path }) => path)).toEqual([]);
    const choices = fields.filter(({ kind }) => kind === 'choice');
    for (const { options, choices: words = {} } of choices) {
      expect(Object.keys(words).sort()).toEqual([...options].sort());
    }
  });

  it('say the bounds that they are checked by', () => {
    expect(fields.find(({ path }) => path === 'sqlCandidates')?.hint).toBe('By each kind of models, 1–50.');
    expect(fields.find(({ path }) => path === 'maxTokens')?.hint).not.toContain('–');
  });
});
