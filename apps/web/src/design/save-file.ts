/** Most characters of a file's name that come from a question. */
const NAME_CHARACTERS = 60;

/** A file's name, without its ending, by what was asked. */
export function fileNameOf(question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, NAME_CHARACTERS).replace(/-$/, '') || 'answer';
}

/** Gives a file to the browser to keep. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
