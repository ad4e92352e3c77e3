import { IsText } from './is-text.js';

export function IsWorkspaceReference(): PropertyDecorator {
  return IsText({ min: 1, max: 200 });
}
