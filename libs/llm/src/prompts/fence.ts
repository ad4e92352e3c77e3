import { PromptVariablesError } from './prompt-variables-error.js';

const NONCE = /^[A-Za-z0-9]{6,64}$/;
const LESS_THAN = /[<＜﹤]/g;
const SPACE = /\s/;
const SLASH = /[/／⁄∕\\＼]/;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const SOFT_HYPHEN = '\u00ad';
/** After NFKC, which maps full-width and mathematical letters to plain ones. Some letters are Cyrillic or Greek. */
const FENCE_NAME = /^[dԁ][aаα]t[aаα][-‐-―−˗]/i;
const NAME_LENGTH = 'data-'.length;
/** Control tokens of chat templates, which some servers honour in content. */
const CHAT_TOKEN =
  /<(?=[|｜][^<>\n]{1,40}[|｜]>|(?:start|end)_of_turn>|[be]os>|\/?s>|<\/?SYS>>|\/?(?:think|tool_call|tool_response)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/g;
const MARKED = /[<＜﹤]|\[\/?[A-Z]/;

/** Defuses fence markers and chat control tokens; other text is unchanged. */
export function neutralise(text: string): string {
  if (!MARKED.test(text)) return text;
  const defused = text.replace(LESS_THAN, (mark, at: number) => (startsFence(text, at + 1) ? '‹' : mark));
  return defused.replace(CHAT_TOKEN, (mark) => (mark === '<' ? '‹' : '［'));
}

/** Reads no further than five visible characters: a regular expression for gaps of any length would backtrack. */
function startsFence(text: string, from: number): boolean {
  let name = '';
  let isClosing = false;
  for (let at = from, count = 0; at < text.length && count < NAME_LENGTH;) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += char.length;
    if (count === 0 && SLASH.test(char)) isClosing = true;
    else if (SPACE.test(char)) {
      if (count > 0 && !isClosing) return false;
    } else if (!UNSEEN.test(char) || (char === SOFT_HYPHEN && count === NAME_LENGTH - 1)) {
      name += char === SOFT_HYPHEN ? '-' : char;
      count += 1;
    }
  }
  return FENCE_NAME.test(name.normalize('NFKC'));
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
  return text.replace(new RegExp(fencePattern(nonce), 'g'), '');
}

/** Matches a fence. @param nonce a pattern */
export function fencePattern(nonce: string): string {
  return `<data-(?<nonce>${nonce}) kind="[^"]*">[^]*?</data-\\k<nonce>>`;
}
