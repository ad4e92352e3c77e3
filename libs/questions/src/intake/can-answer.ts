import {
  AGENTS,
  MODEL_NOT_CONFIGURED,
  type Agent,
  type Dialect,
  type ErrorNote,
  type Id,
  type Level,
  type Settings,
} from '@assay/contracts';

/** What decides whether a question can be answered at all in this installation. */
export interface AnswerableQuestion {
  question: string;
  level: Level;
  settings: Settings;
  workspace: { id: Id; name: string; dialect: Dialect };
}

/**
 * Whether there is anything to answer a question with: true, or the error in which it ends at once.
 * Where no model is configured, an installation with demo answers says true for those questions alone.
 */
export type CanAnswer = (question: AnswerableQuestion) => true | ErrorNote;

/** Answers whatever there is a model for: for every agent, at the level that was asked for. */
export function answersWithModels(models: { modelFor(agent: Agent, level: Level): object | null }): CanAnswer {
  return ({ level }) => AGENTS.every((agent) => models.modelFor(agent, level) !== null) || MODEL_NOT_CONFIGURED;
}
