import { count, describeReason, isDemanded, nameLevel } from '@assay/client';
import type { EscalationRecord, Id, TestRecord } from '@assay/contracts';
import { decisive, viewAttempt, type AttemptView } from './attempt-view.js';
import { describeMethod } from './words.js';

export interface RecordAnswer {
  question: string;
  short: string;
  because: string;
  view: 'verdicts' | 'selection' | 'calls' | 'timeline';
}

export function answerSix(record: EscalationRecord, index: number): RecordAnswer[] {
  const attempt = record.attempts[index];
  if (attempt === undefined) return [];
  const view = viewAttempt(attempt);
  return [
    wereFirstTestsTooWeak(view),
    didSecondMomentHelp(view),
    didReducerLoseAnything(view),
    wasEvaluatorMalformed(record, view),
    wasSimplestChosen(view),
    whyDidItGoOn(record, index),
  ];
}

function passersOf(view: AttemptView, tests: readonly TestRecord[]): Set<Id> {
  const passes = (candidate: Id): boolean =>
    tests.filter(isDemanded).every((test) => {
      const given = decisive(view.cell(candidate, test.id));
      // A metric may give no verdict.
      return given === null ? test.origin === 'metric' : given.verdict === 'PASS';
    });
  return new Set(view.judged.map(({ id }) => id).filter(passes));
}

function wereFirstTestsTooWeak(view: AttemptView): RecordAnswer {
  const question = 'Were the precomputed tests too weak?';
  const early = view.kept.filter(({ moment, origin }) => moment === 'precompute' && origin === undefined);
  const base = { question, view: 'verdicts' } as const;
  if (early.length === 0 || view.attempt.verdicts.length === 0) {
    return { ...base, short: 'cannot be said', because: 'No test that was written first was judged.' };
  }
  const earlyPassers = passersOf(view, early).size;
  const left = passersOf(view, view.kept).size;
  const because = `Their ${count(early.length, 'test')} alone let ${count(earlyPassers, 'SQL')} through; all tests together, ${left}.`;
  return { ...base, short: earlyPassers > left ? 'yes' : 'no', because };
}

function didSecondMomentHelp(view: AttemptView): RecordAnswer {
  const question = 'Were the tests better with the SQLs in view?';
  const late = view.kept.filter(({ moment }) => moment === 'evaluation');
  const base = { question, view: 'verdicts' } as const;
  if (view.attempt.tests.every(({ moment }) => moment === 'precompute')) {
    return { ...base, short: 'there was none', because: 'No test was written in view of what the SQLs return.' };
  }
  if (late.length === 0) {
    return { ...base, short: 'no difference', because: 'None of its tests was new: all say what others say.' };
  }
  if (view.attempt.verdicts.length === 0) {
    return { ...base, short: 'cannot be said', because: 'Nothing was judged by its tests.' };
  }
  return { ...base, ...whatLateTestsDid(view, late) };
}

/** Better if they stop passing SQLs; worse if the supervisor withdrew their failures. */
function whatLateTestsDid(view: AttemptView, late: readonly TestRecord[]): Pick<RecordAnswer, 'short' | 'because'> {
  const before = passersOf(
    view,
    view.kept.filter(({ moment }) => moment === 'precompute'),
  );
  const stopped = [...before].filter((id) => !passersOf(view, late).has(id)).map((id) => view.nameOf(id));
  const withdrawn = late.filter(({ id }) => view.judged.some((candidate) => isWithdrawn(view, candidate.id, id)));
  const did =
    stopped.length > 0
      ? `Its ${count(late.length, 'new test')} stopped ${stopped.join(', ')}, which the first tests let through.`
      : `Its ${count(late.length, 'new test')} failed nothing that the first tests let through.`;
  if (withdrawn.length === 0)
    return { short: stopped.length > 0 ? 'better' : 'no difference in what passes', because: did };
  const names = withdrawn.map(({ number }) => number).join(', ');
  const cost = `What test ${names} had failed was withdrawn on review.`;
  return { short: stopped.length > 0 ? 'better, and worse' : 'worse', because: `${did} ${cost}` };
}

function isWithdrawn(view: AttemptView, candidate: Id, test: Id): boolean {
  const cell = view.cell(candidate, test);
  return cell?.evaluator?.verdict === 'FAIL' && cell.supervisor?.verdict === 'PASS';
}

function didReducerLoseAnything(view: AttemptView): RecordAnswer {
  const question = 'Did merging tests lose any?';
  const base = { question, view: 'verdicts' } as const;
  const { mergedTests, attempt } = view;
  if (mergedTests.length === 0) return { ...base, short: 'no', because: 'Nothing was taken away.' };
  const critical = mergedTests.filter(({ evidenceCritical }) => evidenceCritical).length;
  const survivors = new Set(mergedTests.map(({ keptAs }) => keptAs)).size;
  const because =
    `${count(attempt.tests.length, 'test')} became ${view.kept.length}: ${mergedTests.length} are covered by ` +
    `${count(survivors, 'other')}, side by side under “Verdicts”. ` +
    (critical === 0 ? 'None that evidence demands was dropped.' : `${critical} of them repeat what evidence demands.`);
  return { ...base, short: 'read them side by side', because };
}

function wasEvaluatorMalformed(record: EscalationRecord, view: AttemptView): RecordAnswer {
  const question = 'Were answers of the judge malformed?';
  const mine = view.attempt.evaluations.filter(({ by }) => by === 'evaluator');
  const sum = (pick: (one: (typeof mine)[number]) => number): number =>
    mine.reduce((total, one) => total + pick(one), 0);
  const faults: [number, string][] = [
    [sum(({ missing }) => missing.length), 'missing'],
    [sum(({ extra }) => extra.length), 'extra'],
    [sum(({ contradicting }) => contradicting.length), 'contradicting'],
  ];
  const repaired = record.calls.filter(({ agent, repaired: isRepaired }) => agent === 'evaluator' && isRepaired).length;
  const found = faults.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const asked = sum(({ reasks }) => reasks);
  const statements = [
    found.length > 0 ? `Verdicts: ${found.join(', ')}` : 'Every test got exactly one verdict',
    asked > 0 ? `${count(asked, 'answer')} had to be asked for again` : null,
    repaired > 0 ? `${count(repaired, 'answer')} of the whole question had to be repaired` : null,
  ];
  const malformed = found.length > 0 || asked > 0 || repaired > 0;
  return {
    question,
    short: mine.length === 0 ? 'it was not asked' : malformed ? 'yes' : 'no',
    because: mine.length === 0 ? 'Nothing was evaluated.' : `${statements.filter((part) => part !== null).join('; ')}.`,
    view: 'calls',
  };
}

function wasSimplestChosen(view: AttemptView): RecordAnswer {
  const question = 'Was the simplest SQL taken among ties?';
  const { selection, winner } = view.attempt;
  const base = { question, view: 'selection' } as const;
  if (selection === null || winner === null) {
    return { ...base, short: 'nothing was selected', because: 'No SQL of this level won.' };
  }
  const simplest = Math.min(...selection.finalists.map(({ complexity }) => complexity));
  const own = selection.finalists.find(({ candidate }) => candidate === winner)?.complexity;
  const isSimplest = own === simplest ? 'No other is simpler.' : 'It is not the simplest.';
  const how = `${view.nameOf(winner)} was taken because ${describeMethod(selection.by)}.`;
  if (selection.by === 'simplest' || selection.by === 'single-result') return { ...base, short: 'yes', because: how };
  if (selection.by === 'coin') return { ...base, short: 'none was simpler', because: how };
  return {
    ...base,
    short:
      selection.by === 'frequent'
        ? 'the most frequent was'
        : selection.finalists.length > 1
          ? 'no tie needed it'
          : 'there was no tie',
    because: selection.finalists.length > 1 ? `${how} ${isSimplest}` : how,
  };
}

function whyDidItGoOn(record: EscalationRecord, index: number): RecordAnswer {
  const question = 'Why did it stop, or go on to stronger models?';
  const base = { question, view: 'timeline' } as const;
  const next = record.attempts[index + 1];
  if (next !== undefined) {
    return {
      ...base,
      short: `passed on to the ${nameLevel(next.level).toLowerCase()} models`,
      because: `It went on ${describeReason(next.reason ?? 'ALL_FAILED')}.`,
    };
  }
  if (record.status === 'QUEUED' || record.status === 'RUNNING') {
    return { ...base, short: 'not decided yet', because: 'This level is still worked on.' };
  }
  if (record.settlements.length > 0) return { ...base, short: 'settled', because: 'A person chose what is meant.' };
  const because = record.stopReason ?? record.error?.message ?? `The last level ended as ${record.status}.`;
  return { ...base, short: `stopped: ${record.status}`, because };
}
