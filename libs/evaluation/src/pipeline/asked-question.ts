import type { DecisionCase, Level } from '@assay/contracts';
import type { AnswerUsage } from '../answers/answer.js';
import type { Match } from '../comparison/compare-results.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';

/** What the pipeline made of one question, and what its candidates were worth. */
export interface AskedQuestion {
  /** The question's id in the data set. */
  id: string;
  /** The question's id in Assay: its record. */
  record: string;
  status: string;
  level: Level;
  case: DecisionCase | null;
  confidence: number | null;
  /** The answer; null where there is none. */
  sql: string | null;
  match: Match;
  usage: AnswerUsage;
  seconds: number;
  error: string | null;
  /** The candidates of every attempt. */
  examined: ExaminedQuestion;
}
