import type { AgentAnswer, Alternative, ContestedTest, NumberedTest, TestKind, TrialResult } from '@assay/contracts';
import { roundsOf, type AddedTest, type QuestionRun } from '../question-run.js';
import { claimedTests, type ClaimedTest, type MetricClaims } from './metric-tests.js';

export type TriedTest = ContestedTest & TrialResult['decisions'][number];

export interface JudgedTest extends NumberedTest {
  kind: TestKind;
  alternatives: Alternative[];
  tried: TriedTest | null;
  /** Verdicts of instances for a metric's test; null if judges are asked. */
  claims: MetricClaims | null;
  added?: AddedTest;
}

/** Ids of the alternatives of a requirement that a trial found to be a reading: what it states, and the contrary. */
export const STATED = 'stated';
export const OTHERWISE = 'otherwise';

export function judgedTests(run: QuestionRun, attempt: number): JudgedTest[] {
  const tried = triedTests(run, attempt);
  const { numbered = [], added } = run.attempts.find(({ ordinal }) => ordinal === attempt)?.tests ?? {};
  const all = [...numbered, ...(numbered.length === 0 ? [] : claimedTests(run, attempt, numbered.length))];
  const judged = all.map((test) => judgedTest(test, tried.get(test.number) ?? null));
  return added === undefined ? judged : [...judged, addedTest(added, tried.get(added.number) ?? null)];
}

/** Without metric tests and mistaken ones, with an added one once demanded. */
export function testsForJudges(run: QuestionRun, attempt: number): NumberedTest[] {
  return judgedTests(run, attempt)
    .filter(({ claims, added, tried }) => claims === null && added?.round !== null && tried?.decision !== 'mistaken')
    .map(asNumbered);
}

export function addedTest(added: AddedTest, tried: TriedTest | null = null): JudgedTest {
  const { id, number, statement } = added;
  return {
    id,
    number,
    statement,
    evidenceCritical: false,
    kind: 'requirement',
    alternatives: [],
    tried,
    claims: null,
    added,
  };
}

export function asNumbered({
  id,
  number,
  statement,
  evidenceCritical,
  kind,
  alternatives,
  openTo,
}: JudgedTest): NumberedTest {
  const open = { ...(kind === 'reading' && { alternatives }), ...(openTo && { openTo }) };
  return { id, number, statement, evidenceCritical, ...open };
}

/** No reading tests, mistaken ones, or an added one that is not demanded. */
export function requirementsOf(run: QuestionRun, attempt: number): JudgedTest[] {
  return judgedTests(run, attempt).filter(
    ({ kind, tried, added }) => kind === 'requirement' && tried?.decision !== 'mistaken' && added?.round !== null,
  );
}

function triedTests(run: QuestionRun, attempt: number): Map<number, TriedTest> {
  const tasks = roundsOf(run, attempt, 'trial').flatMap((stage) => stage.tasks);
  return new Map(
    tasks.flatMap(({ payload, result }) => {
      const contested = new Map(payload.contested.map((test) => [test.number, test]));
      return (result?.decisions ?? []).flatMap((decision) => {
        const test = contested.get(decision.number);
        return test === undefined ? [] : [[decision.number, { ...test, ...decision }] as const];
      });
    }),
  );
}

function judgedTest(test: NumberedTest | ClaimedTest, tried: TriedTest | null): JudgedTest {
  const claims = 'claims' in test ? test.claims : null;
  if (tried?.decision === 'reading') {
    const alternatives = [
      { id: STATED, meaning: test.statement },
      { id: OTHERWISE, meaning: tried.otherwise ?? `Otherwise than: ${test.statement}` },
    ];
    return { ...test, kind: 'reading', alternatives, tried, claims };
  }
  const kind = test.alternatives === undefined ? 'requirement' : 'reading';
  return { ...test, kind, alternatives: test.alternatives ?? [], tried, claims };
}

const NO_DECISION = 'The trial did not mention it.';
const NOT_CONTRADICTED = 'It is evidence-critical, and no words of the evidence that contradict it were quoted:';

/**
 * Decisions of a trial; omitted tests are demanded. An evidence-critical test stays demanded unless the rejection
 * quotes the evidence.
 */
export function decisionsOf(
  contested: readonly ContestedTest[],
  tests: readonly NumberedTest[],
  answer: AgentAnswer<'trial'>['decisions'],
  evidence: readonly string[],
): TrialResult['decisions'] {
  const given = new Map(answer.toReversed().map((each) => [each.test, each]));
  const critical = new Set(tests.filter(({ evidenceCritical }) => evidenceCritical).map(({ number }) => number));
  const words = evidence.map(inPlainWords);
  return contested.map(({ number }) => {
    const trial = given.get(number);
    if (trial === undefined) return { number, decision: 'demanded', reason: NO_DECISION };
    const { decision, quote, reason } = trial;
    const quoted = inPlainWords(quote);
    const isQuoted = quoted !== '' && words.some((text) => text.includes(quoted));
    if (critical.has(number) && decision !== 'demanded' && !(decision === 'mistaken' && isQuoted)) {
      return { number, decision: 'demanded', reason: `${NOT_CONTRADICTED} ${reason}`.trim() };
    }
    const otherwise = trial.otherwise.trim();
    return { number, decision, reason, ...(decision === 'reading' && otherwise !== '' && { otherwise }) };
  });
}

function inPlainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
