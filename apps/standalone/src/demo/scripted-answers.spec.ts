import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, newId } from '@assay/contracts';
import { demoStory } from '@assay/story-evaluator';
import { showcaseQuestion } from './demo-questions.js';
import { answersByScript, evaluatesByScript } from './scripted-answers.js';

const asked = (question: string, name = 'bookshop'): Parameters<ReturnType<typeof answersByScript>>[0] => ({
  question,
  level: 'BASIC',
  settings: DEFAULT_SETTINGS,
  workspace: { id: newId(), name, dialect: 'postgres' },
});
const story = (text: string): Parameters<typeof evaluatesByScript>[0] => ({
  storyId: 'a tale',
  candidates: [{ label: 'one', text }],
  evaluators: [{ name: 'reader' }],
  mode: 'prompt',
});

describe('what a script answers', () => {
  it('is the demo’s questions; of any other it says what to set, and which need no model', () => {
    const canAnswer = answersByScript(true, null);
    expect(canAnswer(asked(showcaseQuestion().question))).toBe(true);
    expect(canAnswer(asked('What is the weather tomorrow?'))).toMatchObject({
      code: 'MODEL_NOT_CONFIGURED',
      message: expect.stringMatching(
        /OPENAI_BASE_URL.*OPENAI_API_KEY.*ASSAY_MODEL_BASIC.*demo questions of the workspace bookshop, such as “How many/,
      ),
    });
  });

  it('names no demo where there is none', () => {
    expect(JSON.stringify(answersByScript(false, null)(asked('How many?')))).not.toContain('bookshop');
  });

  it('is the demo’s story, and of any other what to set, without an address', () => {
    expect(evaluatesByScript(story(demoStory('the-lamp-told')))).toBe(true);
    const refused = evaluatesByScript(story('Once upon a time.'));
    expect(refused).toMatchObject({
      code: 'MODEL_NOT_CONFIGURED',
      message: expect.stringContaining('OPENAI_BASE_URL'),
    });
    expect(JSON.stringify(refused)).not.toMatch(/127\.0\.0\.1|localhost/);
  });
});
