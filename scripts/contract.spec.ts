import { describe, expect, it } from '@jest/globals';
import {
  CASES,
  CONTROL_QUEUES,
  ESCALATION_REASONS,
  LEVELS,
  QUESTION_EVENTS,
  QUESTION_STATUSES,
  REFUSALS,
  STAGES,
  TASK_QUEUES,
} from '@assay/contracts';
import { VARIABLES } from '@assay/runtime';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const COMMANDS = fileURLToPath(new URL('../apps/cli/src', import.meta.url));

/** The commands that the sources of the CLI define. */
function commands(): string[] {
  const sources = readdirSync(COMMANDS, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!spec)\.ts$/.test(path),
  );
  const found = sources.flatMap((path) => [
    ...readFileSync(`${COMMANDS}/${path}`, 'utf8').matchAll(/\.command\('([^']+)'/g),
  ]);
  return found.map(([, name = '']) => name).toSorted();
}

/** Other programs rely on these names: they may only be added to. Routes and metrics are in specs of their own. */
describe('the outside contract', () => {
  it('keeps the fields of events', () => {
    const fields = Object.entries(QUESTION_EVENTS).map(([type, shape]) => [type, Object.keys(shape)]);
    expect(Object.fromEntries(fields)).toMatchSnapshot();
  });

  it('keeps queues, stages, levels, statuses, cases and reasons', () => {
    expect({
      TASK_QUEUES,
      CONTROL_QUEUES,
      STAGES,
      LEVELS,
      QUESTION_STATUSES,
      CASES,
      ESCALATION_REASONS,
    }).toMatchSnapshot();
  });

  it('keeps the codes of refusals', () => {
    expect(Object.keys(REFUSALS)).toMatchSnapshot();
  });

  it('keeps variables', () => {
    expect(Object.keys(VARIABLES).toSorted()).toMatchSnapshot();
  });

  it('keeps the commands of the CLI', () => {
    expect(commands()).toMatchSnapshot();
  });
});
