import { expect } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fleet } from '../faults/fleet.js';
import type { ServiceProcess } from '../faults/service-process.js';

/** Status and body of one of a service's health pages. */
export async function healthOf(service: ServiceProcess, page: 'live' | 'ready'): Promise<[number, unknown]> {
  const response = await fetch(`${service.url}/health/${page}`);
  return [response.status, await response.json()];
}

/** Asks a question whose judge takes so long, and waits until it has begun. */
export async function askSlowly(fleet: Fleet, body: { question: string }, judgeMs: number): Promise<string> {
  fleet.cast.play(body.question, {
    any: async ({ agent }) => {
      if (agent === 'evaluator') await delay(judgeMs);
      return undefined;
    },
  });
  const judging = fleet.ledger.next(({ agent }) => agent === 'evaluator');
  const { id } = await fleet.api.expect<{ id: string }>(202, 'POST', '/v1/questions', body);
  await judging;
  return id;
}

/** Holds a service to what it must be while it stops: not ready, but alive. */
export async function expectDraining(service: ServiceProcess): Promise<void> {
  for (let tries = 0; (await healthOf(service, 'ready'))[0] === 200 && tries < 400; tries += 1) await delay(25);
  expect(await healthOf(service, 'ready')).toEqual([
    503,
    { status: 'unavailable', checks: { record: 'ok', queues: 'ok', service: 'stopping' } },
  ]);
  expect(await healthOf(service, 'live')).toEqual([200, { status: 'ok', checks: { consumers: 'ok' } }]);
}
