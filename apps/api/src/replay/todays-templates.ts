import { AGENTS, type Agent } from '@assay/contracts';
import type { TemplateHash } from '@assay/questions';
import { fileURLToPath } from 'node:url';

const PROMPTS = fileURLToPath(new URL('../../../../prompts', import.meta.url));

/** Hashes of the prompts as this process has them; read anew for each replay, so that an edit shows at once. */
export async function todaysTemplates(): Promise<TemplateHash> {
  // only a replay needs the templates here
  const { PromptLibrary } = await import('@assay/prompts');
  const library = PromptLibrary.load(PROMPTS);
  const agents: readonly string[] = AGENTS;
  return (agent: Agent) => (agents.includes(agent) ? library.templateHash(agent) : null);
}
