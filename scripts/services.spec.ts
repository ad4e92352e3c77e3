import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AGENTS, MODEL_CALLERS, SERVICES, TASK_QUEUES } from '@assay/contracts';

const APPS = fileURLToPath(new URL('../apps', import.meta.url));

describe('the list of services', () => {
  it('names every app that runs as a service, and nothing else', () => {
    const apps = readdirSync(APPS).filter((app) => {
      const main = `${APPS}/${app}/src/main.ts`;
      return existsSync(main) && /\brun(Service|Agent)\(/.test(readFileSync(main, 'utf8'));
    });
    expect(SERVICES.map(({ name }) => name).sort()).toEqual(apps.sort());
  });

  it('distinguishes agents, callers of models and queues', () => {
    expect(MODEL_CALLERS).toEqual([...AGENTS, 'story-evaluator']);
    const others = TASK_QUEUES.filter((queue) => !MODEL_CALLERS.some((name) => name === queue));
    expect(others).toEqual(['db-sampler', 'prober']);
    expect(TASK_QUEUES).toHaveLength(MODEL_CALLERS.length + 2);
  });

  it('has bounds that leave one process while another is disrupted', () => {
    for (const { name, replicas } of SERVICES) {
      expect([name, replicas.min >= 2, replicas.max >= replicas.min, replicas.fixed >= 1]).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
  });
});
