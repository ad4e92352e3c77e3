import { resolveSettings, type QuestionStatus, type SettingsPatch, type StageKind } from '@assay/contracts';
import { applyCommands, newRun, nextCommands, type Command } from '@assay/decision';
import { RecordedAgents } from './recorded-agents.js';
import { isRightClass, type RecordedQuestion } from './recorded-question.js';

export interface RecordedOutcome {
  id: string;
  before: QuestionStatus;
  status: QuestionStatus;
  confidence: number | null;
  /** Null without an answer. */
  isRight: boolean | null;
  unrecorded: ReadonlyMap<StageKind, number>;
}

/** As recorded: one level, ten candidates, no retries or stragglers. */
const ASKED: SettingsPatch = { maxLevel: 'BASIC', sqlCandidates: 10, candidateRetries: 0, stragglers: null };

/** By current rules, with nothing learnt. @param settings beside the defaults */
export function decideRecorded(question: RecordedQuestion, settings: SettingsPatch = {}): RecordedOutcome {
  const agents = new RecordedAgents(question);
  const { id, record } = question;
  const { workspace, question: text, seed } = record;
  let run = newRun({ id, workspace, question: text, settings: resolveSettings(ASKED, settings), seed });
  for (;;) {
    const commands = nextCommands(run, 0);
    run = applyCommands(run, commands, 0);
    const end = commands.find((command) => command.type === 'finish');
    if (end !== undefined) return outcomeOf(question, agents, end);
    run = commands.at(-1)?.type === 'build-context' ? { ...run, context: 'recorded' } : agents.answerAll(run);
  }
}

function outcomeOf(
  question: RecordedQuestion,
  agents: RecordedAgents,
  { status, confidence, result }: Extract<Command, { type: 'finish' }>,
): RecordedOutcome {
  const sql = status === 'GOLD' || status === 'SILVER' ? result?.sqlList[0]?.sql : undefined;
  const behaviour = sql === undefined ? null : agents.classOfSql(sql);
  return {
    id: question.id,
    before: question.record.status,
    status,
    confidence,
    isRight: behaviour === null ? null : isRightClass(question, behaviour),
    unrecorded: agents.unrecorded,
  };
}
