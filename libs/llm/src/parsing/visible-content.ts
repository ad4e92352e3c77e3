/**
 * A reply without the thinking that some models write into it: `<think>…</think>` and what comes before a `</think>`
 * whose opener the chat template swallowed. An opener that is never closed hides the rest.
 */
export function visibleContent(content: string): { text: string; hadThinking: boolean } {
  if (!/<\/?(think|thinking|reasoning)>/i.test(content)) return { text: content, hadThinking: false };
  const text = content
    .replace(/<(think|thinking|reasoning)>[\s\S]*?(<\/\1>|$)/gi, '')
    .replace(/^[\s\S]*<\/(think|thinking|reasoning)>/i, '');
  return { text, hadThinking: true };
}
