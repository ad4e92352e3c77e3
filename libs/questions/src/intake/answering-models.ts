import { AGENTS, LEVELS } from '@assay/contracts';
import type { ModelConfig } from '@assay/runtime';

/** Models (with effort) of new questions by agent and level, `generator BASIC`. */
export function answeringModels(models: Pick<ModelConfig, 'modelFor'>): Record<string, string> {
  const chosen = AGENTS.flatMap((agent) =>
    LEVELS.flatMap((level): [string, string][] => {
      const choice = models.modelFor(agent, level);
      if (choice === null) return [];
      return [[`${agent} ${level}`, choice.effort === null ? choice.model : `${choice.model} (${choice.effort})`]];
    }),
  );
  return Object.fromEntries(chosen);
}
