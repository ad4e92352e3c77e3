/** Limit of a text in characters; Excel's is 32,767. */
const LONGEST_TEXT = 1024 * 1024;

export class WorkbookError extends Error {}

export function checkLength(text: string): void {
  if (text.length > LONGEST_TEXT) throw new WorkbookError(`a text in it is longer than ${LONGEST_TEXT} characters`);
}
