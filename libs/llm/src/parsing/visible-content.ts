const OPENER = /<(think|thinking|thought|reasoning)>/i;
const CLOSER = /<\/(?:think|thinking|thought|reasoning)>/i;
/** Start of an answer; later tags may be part of its texts. */
const ANSWER_START = /[{]|```/;

/**
 * Removes `<think>…</think>`, and text before a `</think>` whose opener the chat template consumed. Unclosed thinking
 * hides the rest.
 */
export function visibleContent(content: string): { text: string; hadThinking: boolean } {
  if (!OPENER.test(content) && !CLOSER.test(content)) return { text: content, hadThinking: false };
  const swallowed = withoutSwallowedOpener(content);
  let text = swallowed ?? content;
  let hadThinking = swallowed !== null;
  for (let opener = OPENER.exec(text); opener !== null; opener = OPENER.exec(text)) {
    const answer = text.search(ANSWER_START);
    if (answer >= 0 && answer < opener.index) break;
    hadThinking = true;
    const rest = text.slice(opener.index + opener[0].length);
    const closer = CLOSER.exec(rest);
    const after = closer === null ? '' : rest.slice(closer.index + closer[0].length);
    text = text.slice(0, opener.index) + after;
  }
  return { text, hadThinking };
}

function withoutSwallowedOpener(content: string): string | null {
  const closer = CLOSER.exec(content);
  if (closer === null || /^\s*(?:[{[]|```)/.test(content)) return null;
  const opener = OPENER.exec(content);
  if (opener !== null && opener.index < closer.index) return null;
  return content.slice(closer.index + closer[0].length);
}
