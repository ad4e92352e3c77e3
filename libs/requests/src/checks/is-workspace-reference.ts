import { IsText } from './is-text.js';

/** Id or name of a workspace. */
export function IsWorkspaceReference(): PropertyDecorator {
  return IsText({ min: 1, max: 200 });
}
