import { PromptVariablesError } from './prompt-variables-error.js';

const NONCE = /^[A-Za-z0-9]{6,64}$/;
/** Any fence marker, tolerating blanks, invisible characters and wide forms. */
const FENCE_MARKER = /[<＜﹤](?=[\s\p{Cf}]*[/／]?[\s\p{Cf}]*d\p{Cf}*a\p{Cf}*t\p{Cf}*a\p{Cf}*[-‐-―－])/giu;
/** Control tokens of chat templates, which some servers honour in content. */
const CHAT_TOKEN =
  /<(?=[|｜][^<>\n]{1,40}[|｜]>|(?:start|end)_of_turn>|\/?(?:think|tool_call|tool_response)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/g;
const MARKED = /[<＜﹤]|\[\/?[A-Z]/;

/** Defuses fence markers and chat control tokens; other text is unchanged. */
export function neutralise(text: string): string {
  if (!MARKED.test(text)) return text;
  return text.replace(FENCE_MARKER, '‹').replace(CHAT_TOKEN, (mark) => (mark === '<' ? '‹' : '［'));
}

/** Encloses data in fences that cannot be closed without the nonce. */
export function fenced(kind: string, nonce: string, content: string): string {
  return `<data-${nonce} kind="${kind}">\n${content.trimEnd().replace(/^\n+/, '')}\n</data-${nonce}>\n`;
}

/** Rejects a nonce that could break a fence or be guessed. */
export function assertNonce(nonce: string): void {
  if (!NONCE.test(nonce)) throw new PromptVariablesError('the fence must be 6 to 64 letters and digits');
}

export function outsideFences(text: string, nonce: string): string {
  return text.replace(new RegExp(`<data-${nonce} kind="[^"]*">[\\s\\S]*?</data-${nonce}>`, 'g'), '');
}
