import { AGENTS, LEVELS } from '@assay/contracts';
import type { Models } from '@assay/runtime';

/** Current models (with effort) of new questions by agent and level. */
export async function answeringModels(models: Pick<Models, 'modelFor' | 'refresh'>): Promise<Record<string, string>> {
  await models.refresh();
  const chosen = AGENTS.flatMap((agent) =>
    LEVELS.flatMap((level): [string, string][] => {
      const choice = models.modelFor(agent, level);
      if (choice === null) return [];
      return [[`${agent} ${level}`, choice.effort === null ? choice.model : `${choice.model} (${choice.effort})`]];
    }),
  );
  return Object.fromEntries(chosen);
}
