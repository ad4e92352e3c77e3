import type { TextOutput } from '@assay/client';

/** What a command knows of the world it is called in; tests bring their own. */
export interface Terminal {
  stdout: TextOutput;
  stderr: TextOutput;
  env: Record<string, string | undefined>;
  /** Takes Ctrl-C over, until the function that it returns is called. */
  onInterrupt(listener: () => void): () => void;
  /** Standard input, to its end. */
  readInput(): Promise<string>;
  /** Asks for yes or no; null without a terminal. */
  confirm(question: string): Promise<boolean | null>;
}
