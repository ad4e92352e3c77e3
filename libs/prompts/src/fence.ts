import { PromptVariablesError } from './prompt-variables-error.js';

const NONCE = /^[A-Za-z0-9]{6,64}$/;
/** Opening or closing of a fence, whatever its nonce, with the liberties a reader would forgive: blanks, what is not seen, wide forms. */
const FENCE_MARKER = /[<＜﹤](?=[\s\p{Cf}]*[/／]?[\s\p{Cf}]*d\p{Cf}*a\p{Cf}*t\p{Cf}*a\p{Cf}*[-‐-―－])/giu;
/** Control tokens of chat templates, which some inference servers honour inside of content. */
const CHAT_TOKEN =
  /<(?=[|｜][^<>\n]{1,40}[|｜]>|(?:start|end)_of_turn>|\/?(?:think|tool_call|tool_response)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/g;
const MARKED = /[<＜﹤]|\[\/?[A-Z]/;

/**
 * Defuses what could pass for one of our fences or for a chat template's control token. A text without either comes
 * back as it is.
 */
export function neutralise(text: string): string {
  if (!MARKED.test(text)) return text;
  return text.replace(FENCE_MARKER, '‹').replace(CHAT_TOKEN, (mark) => (mark === '<' ? '‹' : '［'));
}

/** Puts data between fences that nobody can close who does not know the nonce. */
export function fenced(kind: string, nonce: string, content: string): string {
  return `<data-${nonce} kind="${kind}">\n${content.trimEnd().replace(/^\n+/, '')}\n</data-${nonce}>\n`;
}

/** Refuses a nonce that could itself break a fence, or be guessed. */
export function assertNonce(nonce: string): void {
  if (!NONCE.test(nonce)) throw new PromptVariablesError('the fence must be 6 to 64 letters and digits');
}

/** The text without its fenced blocks. */
export function outsideFences(text: string, nonce: string): string {
  return text.replace(new RegExp(`<data-${nonce} kind="[^"]*">[\\s\\S]*?</data-${nonce}>`, 'g'), '');
}
