/** A stretch of a user prompt. The parts of a prompt, joined, are its text. */
export interface PromptPart {
  text: string;
  /** SHA-256 of a part that other prompts hold as well, byte for byte, in hex; null for the part of one job. */
  hash: string | null;
}

export interface RenderedPrompt {
  system: string;
  /** SHA-256 of the system prompt, which is the same for every question. */
  systemHash: string;
  user: string;
  /** The user prompt in parts, shared ones first. */
  parts: PromptPart[];
  /** SHA-256 over all template files of the agent. */
  templateHash: string;
}
