import type { AgentAnswer, Level, Strategy } from '@assay/contracts';
import { LEVELS, STRATEGIES } from '@assay/contracts';
import type { Answers, GenerationPlan } from '../questions/demo-script.js';
import type { PromptReader } from './prompt-reader.js';
import { essence, type ScriptLookup } from './script-lookup.js';

/** By level, strategy and temperature; a retry gets the next answer. */
export function answerGenerator(
  lookup: ScriptLookup,
  prompt: PromptReader,
  call: { level: Level; temperature: number },
): AgentAnswer<'sql_candidate'> {
  const plan = planOf(lookup, call.level);
  const answers = plan[strategyOf(prompt)][bandOf(call.temperature)];
  const answer = prompt.report === null ? answers[0] : nextAnswer(lookup, answers, prompt.report);
  const name = answer.split('#')[0] ?? answer;
  const { reasoning, validity, summary } = lookup.sql(name);
  const sql = lookup.textOf(answer);
  if (validity === 'refusal') return { reasoning, sql: '', refusal: reasoning };
  return { reasoning, sql, ...(summary !== undefined && { summary }) };
}

function planOf({ script }: ScriptLookup, level: Level): GenerationPlan {
  for (let index = LEVELS.indexOf(level); index >= 0; index -= 1) {
    const plan = script.levels[LEVELS[index] ?? 'BASIC'];
    if (plan !== undefined) return plan;
  }
  return script.levels.BASIC;
}

function strategyOf(prompt: PromptReader): Strategy {
  return STRATEGIES.find((strategy) => strategy === prompt.strategy) ?? STRATEGIES[0];
}

function bandOf(temperature: number): 0 | 1 | 2 {
  if (temperature < 0.4) return 0;
  return temperature < 0.75 ? 1 : 2;
}

/** The answer after the last one that the report quotes, else the second. */
function nextAnswer(lookup: ScriptLookup, answers: Answers, report: string): string {
  const quoted = essence(report);
  const refused = answers.findLastIndex((answer) => {
    const text = essence(lookup.textOf(answer));
    return text !== '' && quoted.includes(text);
  });
  return answers[Math.min(Math.max(refused, 0) + 1, answers.length - 1)] ?? answers[0];
}
