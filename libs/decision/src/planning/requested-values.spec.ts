import { describe, expect, it } from '@jest/globals';
import { ask } from '../fixtures/asked-question.js';
import { requestedValues } from './requested-values.js';
import { MAX_VALUES } from './values-to-find.js';

describe('what is looked up', () => {
  const evidence = ["blue eyes refer to colour = 'blue'", 'DC refers to DC Comics'];
  const { run } = ask({}, { question: 'How many heroes of DC have Blue eyes?', evidence, words: ['eyes'] });

  it('are the values of question and evidence, each once, those of the question first', () => {
    const { values, words } = requestedValues(run);
    expect(values.slice(0, 2)).toEqual(['DC', 'Blue']);
    expect(values).toContain('DC Comics');
    expect(values.filter((value) => value.toLowerCase() === 'blue')).toHaveLength(1);
    expect(words).toEqual(['eyes']);
  });

  it('is bounded, and nothing where rows may not be sent', () => {
    const many = Array.from({ length: 50 }, (_, at) => `code = 'A${at}'`);
    expect(requestedValues({ ...run, evidence: many }).values).toHaveLength(MAX_VALUES);
    expect(requestedValues({ ...run, settings: { ...run.settings, sendRows: false } })).toEqual({ values: [] });
  });
});
