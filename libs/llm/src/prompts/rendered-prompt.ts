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
  /** Length of the start that other questions of the workspace share. */
  stable: number;
  /** Shared parts first. */
  parts: PromptPart[];
  /** SHA-256 of all template files of the agent. */
  templateHash: string;
}
