import { fileURLToPath } from 'node:url';

export const PROMPTS = fileURLToPath(new URL('../../../../prompts', import.meta.url));
