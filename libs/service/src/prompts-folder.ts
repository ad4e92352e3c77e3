import { fileURLToPath } from 'node:url';

/** The templates of all agents. */
export const PROMPTS = fileURLToPath(new URL('../../../prompts', import.meta.url));
