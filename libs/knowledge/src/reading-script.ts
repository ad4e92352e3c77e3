/** The script that reads a document: its input is the text, the one message that it sends a `ReadingMessage`. */
export const READING_SCRIPT = new URL('./read-knowledge.script.js', import.meta.url);
