import {
  isAbove,
  nameLevel,
  stepsAfterError,
  type ErrorNote,
  type FailureReason,
  type Level,
  type NextStep,
  type OpenPoint,
  type QuestionResult,
  type QuestionStatus,
  type Settings,
} from '@assay/contracts';

export interface EndedQuestion {
  status: QuestionStatus;
  level: Level;
  /** Absent: it ended at the last allowed level. */
  settings?: Pick<Settings, 'maxLevel'> & Partial<Pick<Settings, 'effort'>>;
  result: QuestionResult | null;
  error: ErrorNote | null;
  refusals: readonly string[];
  /** Reason of FAILED; absent in earlier releases. */
  reason?: FailureReason | null;
  openPoints?: readonly OpenPoint[];
}

const SHOWN = 200;

/** After FAILED or ERROR, best first; empty for other statuses. */
export function nextSteps(question: EndedQuestion): NextStep[] {
  if (question.status === 'FAILED') return afterFailure(question);
  return question.status === 'ERROR' && question.error !== null ? stepsAfterError(question.error) : [];
}

function afterFailure({ openPoints = [], ...question }: EndedQuestion): NextStep[] {
  const [open] = openPoints;
  const settling = open === undefined ? [] : [step('settle', `Say what is meant: ${shortened(open.question)}`)];
  return [...settling, ...afterRejection(question)];
}

function afterRejection({ level, settings, result, refusals, reason }: Omit<EndedQuestion, 'openPoints'>): NextStep[] {
  const sqls = result?.sqlList ?? [];
  const [refusal] = refusals;
  if (refusal !== undefined && (sqls.length === 0 || reason?.kind === 'refused')) {
    return [
      step('edit-question', `The models refused to answer: ${shortened(refusal)} Ask about data that is there.`),
      step('add-evidence', 'If the data is there under another name, say as evidence which table and column hold it.'),
    ];
  }
  const failed = mostFailed(sqls);
  const higher = stepHigher(level, settings?.maxLevel ?? level);
  if (failed === null) {
    const isValid = sqls.some(({ failedTests }) => failedTests.length === 0);
    if (isValid && settings?.effort === 'instant') {
      return [
        step('retry', 'Have its SQLs tested: they are not paid for again.'),
        step('edit-question', 'Ask in simpler words, or for one thing at a time.'),
      ];
    }
    const what = isValid ? 'No SQL was judged to the end' : 'No SQL ran on the database';
    return [
      step('edit-question', `${what}. Ask in simpler words, or for one thing at a time.`),
      ...higher,
      step('add-evidence', 'Say as evidence which tables and columns hold what is asked for.'),
    ];
  }
  return [
    step('add-evidence', `The test that SQLs failed most often: ${shortened(failed)} Say as evidence what is meant.`),
    step('edit-question', 'Say in the question what is counted, over which period, and what is left out.'),
    ...higher,
  ];
}

function mostFailed(sqls: QuestionResult['sqlList']): string | null {
  const counts = new Map<string, number>();
  for (const { test } of sqls.flatMap(({ failedTests }) => failedTests)) {
    if (test !== 'valid SQL') counts.set(test, (counts.get(test) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}

/** A question ends below its highest level only if the higher levels have the same models. */
function stepHigher(level: Level, maxLevel: Level): NextStep[] {
  if (isAbove(maxLevel, level)) {
    return [step('check-model', 'Stronger models are not set: an admin names them under Models.')];
  }
  if (level === 'EXPERT') return [];
  const message = `The ${nameLevel(level).toLowerCase()} models were the last that may be used.`;
  return [step('raise-level', `${message} Allow stronger ones in the settings, and ask again.`)];
}

function step(action: NextStep['action'], message: string): NextStep {
  return { action, message };
}

function shortened(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!?…]+$/, '');
  return line.length > SHOWN ? `${line.slice(0, SHOWN).trimEnd()}….` : `${line}.`;
}
