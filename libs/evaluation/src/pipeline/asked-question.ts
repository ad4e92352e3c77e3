import type { DecisionCase, Level } from '@assay/contracts';
import type { AnswerUsage } from '../answers/answer.js';
import type { Match } from '../comparison/compare-results.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';

export interface AskedQuestion {
  id: string;
  /** The question's id in Assay. */
  record: string;
  status: string;
  level: Level;
  case: DecisionCase | null;
  confidence: number | null;
  sql: string | null;
  match: Match;
  usage: AnswerUsage;
  seconds: number;
  error: string | null;
  examined: ExaminedQuestion;
}
