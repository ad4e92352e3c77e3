import { templatesVersion } from '@assay/prompts';
import { PROMPTS } from './prompts-folder.js';

/** Another text after every change of a prompt's template. */
export function promptsVersion(): string {
  return templatesVersion(PROMPTS);
}
