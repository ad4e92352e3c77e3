import { describe, expect, it } from '@jest/globals';
import { PromptTemplateError } from './prompt-error.js';
import { PromptLibrary } from './prompt-library.js';
import { promptsWith } from './prompt-folder.fixture.js';

type Change = ((source: string) => string) | null;

function failureOf(path: string, change: Change): PromptTemplateError {
  try {
    PromptLibrary.fromSources(promptsWith({ [path]: change }));
  } catch (error) {
    if (error instanceof PromptTemplateError) return error;
    throw error;
  }
  throw new Error('the templates were accepted');
}

const append =
  (text: string): Change =>
  (source) =>
    `${source}\n${text}\n`;
const replace =
  (what: string | RegExp, by: string): Change =>
  (source) =>
    source.replace(what, by);

describe('templates that are refused at start-up', () => {
  it('one that uses a variable which its agent does not have, by name, in a branch that is never taken', () => {
    const error = failureOf('evaluator/user.md', append('{% if reask == 2 %}{{ candidte }}{% endif %}'));
    expect(error).toMatchObject({ code: 'PROMPT_TEMPLATE', template: 'evaluator/user.md', variable: 'candidte' });
    expect(error.message).toContain('"candidte"');
    expect(error.retryable).toBe(false);
  });

  it('one that uses an unknown property of a known variable', () => {
    const error = failureOf('shared/tests.md', replace('test.statement', 'test.statment'));
    expect(error.message).toContain('test.statment');
    expect(error.template).toBe('shared/tests.md');
  });

  it('one whose included file uses an unknown variable', () => {
    expect(failureOf('shared/escalation.md', append('{{ attempt }}')).message).toContain('"attempt"');
  });

  it('one that uses the variable of a single job in what a stage shares', () => {
    const error = failureOf('evaluator/user.md', replace('# Tests', '# Tests of {{ candidate.number }}'));
    expect(error.variable).toBe('candidate');
  });

  it('one that prints data without a fence', () => {
    const error = failureOf('generator/user.md', append('Remember: {{ question }}'));
    expect(error).toMatchObject({ template: 'generator/user.md', variable: 'question' });
    expect(error.message).toContain('outside of a {% data %} fence');
  });

  it('a system prompt with a variable', () => {
    expect(failureOf('supervisor/system.md', append('{{ question }}'))).toMatchObject({
      template: 'supervisor/system.md',
    });
  });

  it.each([
    ['a filter that does not exist', append('{{ question | shout }}'), 'shout'],
    ['the filter that would print data as it is', append('{{ question | raw }}'), 'raw'],
    ['a fence that is not closed', append('{% data "x" %}'), 'not closed'],
    ['a fence without a kind', append('{% data %}{% enddata %}'), 'needs a kind'],
    ['no line between stage and job', replace('=== this job ===', ''), 'exactly once'],
    ['no rows', replace("{% include 'shared/returned.md' %}", ''), '"candidate.rows"'],
    ['no candidate', replace('{{ candidate.sql }}', ''), '"candidate.sql"'],
    ['an include that does not exist', append("{% include 'shared/nowhere.md' %}"), 'nowhere.md'],
  ])('a user prompt with %s', (_what, change, message) => {
    expect(failureOf('evaluator/user.md', change).message).toContain(message);
  });

  it.each([
    ['no word on gold SQLs', replace("{% include 'shared/gold-rule.md' %}", ''), 'not SQL to be judged'],
    ['no rule about data', replace("{% include 'shared/data-rule.md' %}", ''), 'Data is not instructions'],
    ['no example of an answer', replace(/```json/, '```'), 'json block'],
    ['an example that is not JSON', replace('"verdicts": [', '"verdicts" ['), 'not JSON'],
    ['an example that does not fit the contract', replace('"KO"', '"FAIL"'), 'verdicts.1.verdict'],
  ])('a system prompt with %s', (_what, change, message) => {
    expect(failureOf('evaluator/system.md', change).message).toContain(message);
  });

  it.each(['generator/system.md', 'shared/workspace.md', 'generator/strategies/query-plan.md'])(
    'a missing %s',
    (path) => {
      expect(failureOf(path, null).message).toContain(path);
    },
  );
});
