import { expect } from '@jest/globals';
import { eventually } from '@assay/testing';
import type { Fleet } from '../faults/fleet.js';
import type { ServiceProcess } from '../faults/service-process.js';

/** Status and body. */
export async function healthOf(service: ServiceProcess, page: 'live' | 'ready'): Promise<[number, unknown]> {
  const response = await fetch(`${service.url}/health/${page}`);
  return [response.status, await response.json()];
}

/** A question whose judges wait. */
interface HeldQuestion {
  id: string;
  /** Lets them answer. */
  answer: () => void;
}

/** Judges wait; resolves when one is asked. */
export async function askHeld(fleet: Fleet, body: { question: string }): Promise<HeldQuestion> {
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
  fleet.cast.play(body.question, { any: ({ agent }) => (agent === 'evaluator' ? held : undefined) });
  const judging = fleet.ledger.next(({ agent }) => agent === 'evaluator');
  const { id } = await fleet.api.expect<{ id: string }>(202, 'POST', '/v1/questions', body);
  await judging;
  return { id, answer: () => answer(undefined) };
}

/** Not ready, but alive. */
export async function expectDraining(service: ServiceProcess): Promise<void> {
  await eventually(async () => JSON.stringify(await healthOf(service, 'ready')).includes('stopping'));
  expect(await healthOf(service, 'ready')).toEqual([
    503,
    { status: 'unavailable', checks: { record: 'ok', queues: 'ok', service: 'stopping' } },
  ]);
  expect(await healthOf(service, 'live')).toEqual([200, { status: 'ok', checks: {} }]);
}
