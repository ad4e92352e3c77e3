/** The script that reads a document: its input is the text, the one message that it sends a `ReadingMessage`. */
export const READING_SCRIPT = import.meta.url.endsWith('.ts')
  ? new URL('./read-knowledge.script.ts', import.meta.url)
  : new URL('./read-knowledge.script.js', import.meta.url);
