import { Injectable } from '@nestjs/common';
import type {
  AgentAnswer,
  AttemptInput,
  CandidateView,
  NumberedTest,
  UncoveredFault,
  WitnessView,
} from '@assay/contracts';
import { parseVerdicts } from '@assay/decision';
import type { TaskContext } from '../index.js';
import { AgentCalls } from './agent-calls.js';
import { judgeTests, type Judgements } from './judge-tests.js';
import { evaluatorsLines } from './verdict-lines.js';

/** Low, so that judgements stay close to the evidence. */
const TEMPERATURE = 0.2;

/** Judges a candidate's tests for the evaluator, and evidence-critical ones for the generator. */
@Injectable()
export class CandidateJudge {
  constructor(private readonly calls: AgentCalls) {}

  async judge(
    context: TaskContext<AttemptInput>,
    view: CandidateView,
    tests: readonly NumberedTest[],
    witnesses: readonly WitnessView[] = [],
  ): Promise<Judgements<EvaluatorsEntry> & Pick<AgentAnswer<'verdicts'>, 'notDemanded' | 'uncovered'>> {
    const candidate = await this.calls.show(context, view);
    const objected = new Set<number>();
    const uncovered: UncoveredFault[] = [];
    const judgements = await judgeTests<EvaluatorsEntry>(
      tests.map((test) => test.number),
      async (numbers, reask) => {
        const wanted = new Set(numbers);
        const asked = tests.filter((test) => wanted.has(test.number));
        const { reasoning, verdicts, ...beside } = await this.calls.ask(
          'evaluator',
          context,
          { tests: asked, candidate, witnesses, reask },
          {
            temperature: TEMPERATURE,
            fromText: (text) => verdictsFromText(text, numbers),
            otherWords: evaluatorsLines(numbers),
          },
        );
        for (const number of beside.notDemanded) if (wanted.has(number)) objected.add(number);
        if (!reask) uncovered.push(...beside.uncovered);
        return { reasoning, entries: verdicts };
      },
    );
    return { ...judgements, notDemanded: [...objected].sort((left, right) => left - right), uncovered };
  }
}

type EvaluatorsEntry = AgentAnswer<'verdicts'>['verdicts'][number];

/** Models may write text before this line. */
const VERDICT_LINE = /^[ \t]*SQL\s*#\s*\d/im;

/** Converts lines such as `SQL #1: OK, KO - reason`; verdicts follow the order of `numbers`. */
function verdictsFromText(text: string, numbers: readonly number[]): unknown {
  const start = text.search(VERDICT_LINE);
  const parsed = start < 0 ? null : parseVerdicts(text.slice(start));
  if (parsed === null) return null;
  return {
    reasoning: '',
    verdicts: parsed.verdicts.flatMap(({ verdict, reason }, index) =>
      verdict === 'UNDECIDED'
        ? []
        : [{ test: numbers[index] ?? index + 1, verdict: verdict === 'PASS' ? 'OK' : 'KO', alternative: '', reason }],
    ),
    notDemanded: [],
    uncovered: [],
  };
}
