import {
  AGENTS,
  noModel,
  type Agent,
  type Dialect,
  type ErrorNote,
  type Id,
  type Level,
  type Settings,
} from '@assay/contracts';

export interface AnswerableQuestion {
  question: string;
  level: Level;
  settings: Settings;
  workspace: { id: Id; name: string; dialect: Dialect };
}

/**
 * True if the question can be answered here, or the error that ends it at once. Without models, demo installations
 * accept only their own questions.
 */
export type CanAnswer = (question: AnswerableQuestion) => true | ErrorNote | Promise<true | ErrorNote>;

export function answersWithModels(models: {
  modelFor(agent: Agent, level: Level): object | null;
  problem?: string | null;
}): (question: Pick<AnswerableQuestion, 'level'>) => true | ErrorNote {
  return ({ level }) => AGENTS.every((agent) => models.modelFor(agent, level) !== null) || noModel(models.problem);
}
