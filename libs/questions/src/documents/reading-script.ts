/** Script that reads a document from its input and sends one `ReadingMessage`. */
export const READING_SCRIPT = new URL('./read-knowledge.script.js', import.meta.url);
