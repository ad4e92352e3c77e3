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

/** Inputs of `CanAnswer`. */
export interface AnswerableQuestion {
  question: string;
  level: Level;
  settings: Settings;
  workspace: { id: Id; name: string; dialect: Dialect };
}

/**
 * True if the question can be answered here, or the error that ends it at once. Without models, demo installations
 * accept their own questions only.
 */
export type CanAnswer = (question: AnswerableQuestion) => true | ErrorNote;

/** Requires a model for every agent at the requested level. */
export function answersWithModels(models: { modelFor(agent: Agent, level: Level): object | null }): CanAnswer {
  return ({ level }) => AGENTS.every((agent) => models.modelFor(agent, level) !== null) || MODEL_NOT_CONFIGURED;
}
