import { AGENTS, LEVELS } from '@assay/contracts';
import { templatesVersion } from '@assay/prompts';
import type { ModelConfig } from '@assay/runtime';
import { PROMPTS } from './prompts-folder.js';

/** What an installation's answers depend on beside the workspace: its models by agent and level, and its prompts. */
export function answeringConditions(models: Pick<ModelConfig, 'modelFor'>): {
  models: Record<string, string>;
  prompts: string;
} {
  const chosen = AGENTS.flatMap((agent) =>
    LEVELS.flatMap((level): [string, string][] => {
      const choice = models.modelFor(agent, level);
      if (choice === null) return [];
      return [[`${agent} ${level}`, choice.effort === null ? choice.model : `${choice.model} (${choice.effort})`]];
    }),
  );
  return { models: Object.fromEntries(chosen), prompts: templatesVersion(PROMPTS) };
}
