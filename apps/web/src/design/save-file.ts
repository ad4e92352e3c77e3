const NAME_CHARACTERS = 60;

export function fileNameOf(question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, NAME_CHARACTERS).replace(/-$/, '') || 'answer';
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
