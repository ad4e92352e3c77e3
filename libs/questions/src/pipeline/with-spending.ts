import { hasEnded, type ErrorNote } from '@assay/contracts';
import type { Command, QuestionRun } from '@assay/decision';
import { readSpending, type AgentSpending, type Queryable } from '@assay/persistence';

const LIMITS: ReadonlySet<string> = new Set(['BUDGET_EXCEEDED', 'DEADLINE_EXCEEDED']);

/** Adds spending by agent to an error at a limit. */
export async function withSpending(
  connection: Queryable,
  run: QuestionRun,
  commands: readonly Command[],
): Promise<Command[]> {
  const error = commands.find((command) => command.type === 'finish')?.error ?? null;
  if (error === null || !LIMITS.has(error.code)) return [...commands];
  const spendingError = {
    ...error,
    message: `${error.message} ${describeSpending(await readSpending(connection, run.id), run)}`,
  };
  return commands.map((command) => withError(command, spendingError));
}

function withError(command: Command, error: ErrorNote): Command {
  return command.type === 'finish' ? { ...command, error } : command;
}

/** In one to three sentences: the sum, each agent's part, and what is not counted. */
export function describeSpending(spending: readonly AgentSpending[], run: Pick<QuestionRun, 'stages'>): string {
  const sum = (field: 'calls' | 'tokens' | 'costUsd' | 'unpriced'): number =>
    spending.reduce((total, agent) => total + agent[field], 0);
  const total = amount({ calls: sum('calls'), tokens: sum('tokens'), costUsd: sum('costUsd') });
  const parts = spending.map((agent) => `${agent.agent} ${amount(agent)}`).join('; ');
  const underWay = run.stages.flatMap(({ tasks }) => tasks.filter(({ status }) => !hasEnded(status))).length;
  return [
    spending.length === 0 ? 'Nothing was spent on models.' : `Spent on models: ${total} (${parts}).`,
    ...(sum('unpriced') > 0 ? [`The price of ${calls(sum('unpriced'))} is not known.`] : []),
    ...(underWay > 0 ? [`Open tasks stopped: ${underWay}; what their calls under way cost is not counted.`] : []),
  ].join(' ');
}

function amount(spent: Pick<AgentSpending, 'calls' | 'tokens' | 'costUsd'>): string {
  return `${spent.tokens} tokens, $${spent.costUsd.toFixed(4)} in ${calls(spent.calls)}`;
}

function calls(count: number): string {
  return `${count} ${count === 1 ? 'call' : 'calls'}`;
}
