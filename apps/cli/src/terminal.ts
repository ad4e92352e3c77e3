import type { TextOutput } from '@assay/client';

/** A command's environment; tests replace it. */
export interface Terminal {
  stdout: TextOutput;
  stderr: TextOutput;
  env: Record<string, string | undefined>;
  /** Handles Ctrl-C until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  readInput(): Promise<string>;
  /** Asks yes or no; null without a terminal. */
  confirm(question: string): Promise<boolean | null>;
}
