/** A part of a user prompt; joined parts are its text. */
export interface PromptPart {
  text: string;
  /** SHA-256 (hex) of a part shared by prompts; null for the job's part. */
  hash: string | null;
}

export interface RenderedPrompt {
  system: string;
  /** SHA-256 of the system prompt, equal for all questions. */
  systemHash: string;
  user: string;
  /** Shared parts first. */
  parts: PromptPart[];
  /** SHA-256 of all template files of the agent. */
  templateHash: string;
}
