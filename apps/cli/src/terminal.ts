import type { TextOutput } from '@assay/client';

/** A command's environment; replaced in tests. */
export interface Terminal {
  stdout: TextOutput;
  stderr: TextOutput;
  env: Record<string, string | undefined>;
  /** Until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  readInput(): Promise<string>;
  /** Asks yes or no; null without a terminal. */
  confirm(question: string): Promise<boolean | null>;
}
