import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, MODEL_NOT_CONFIGURED, newId, type Agent, type Level } from '@assay/contracts';
import { answersWithModels, type AnswerableQuestion } from './can-answer.js';

const asked = (level: Level): AnswerableQuestion => ({
  question: 'How many?',
  level,
  settings: DEFAULT_SETTINGS,
  workspace: { id: newId(), name: 'shop', dialect: 'postgres' },
});
const models = (
  has: (agent: Agent, level: Level) => boolean,
): { modelFor(agent: Agent, level: Level): object | null } => ({
  modelFor: (agent, level) => (has(agent, level) ? {} : null),
});

describe('answersWithModels', () => {
  it('wants a model for every agent at the level that is asked for', () => {
    expect(answersWithModels(models(() => true))(asked('BASIC'))).toBe(true);
    expect(answersWithModels(models(() => false))(asked('BASIC'))).toBe(MODEL_NOT_CONFIGURED);
    const unreadable = { ...models(() => false), problem: 'The key cannot be read.' };
    expect(answersWithModels(unreadable)(asked('BASIC'))).toMatchObject({
      code: 'MODEL_NOT_CONFIGURED',
      message: 'The key cannot be read.',
    });
    expect(answersWithModels(models((agent) => agent !== 'supervisor'))(asked('BASIC'))).toBe(MODEL_NOT_CONFIGURED);
    const expertOnly = answersWithModels(models((_agent, level) => level === 'EXPERT'));
    expect(expertOnly(asked('EXPERT'))).toBe(true);
    expect(expertOnly(asked('BASIC'))).toBe(MODEL_NOT_CONFIGURED);
  });
});
