import { templatesVersion } from '@assay/llm/prompts';
import { PROMPTS } from './prompts-folder.js';

/** Changes with every change of a template. */
export function promptsVersion(): string {
  return templatesVersion(PROMPTS);
}
