import type { SettingsPatch } from '@assay/contracts';

/** The way through the pipeline that a demo question takes from level BASIC on. */
export type DemoWalk = 'A' | 'B' | 'C→A' | 'C→D→escalation' | 'D→C→D→escalation' | 'no SQL→escalation' | 'FAILED';

/** A question that the demo model has answers for, with what to send along. */
export interface DemoQuestion {
  id: string;
  question: string;
  evidence: readonly string[];
  settings: SettingsPatch;
  walks: DemoWalk;
  /** What there is to be seen, in a sentence or two. */
  description: string;
}
