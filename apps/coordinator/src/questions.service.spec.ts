import type { Accepted } from '@assay/contracts';
import type { Messaging } from '@assay/work/messaging';
import type { AskInput, AuditTrail, Likes, QuestionIntake, QuestionReader } from '@assay/questions';
import type { Config } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { describe, expect, it } from '@jest/globals';
import { QuestionsService, type QuestionsRequest } from './questions.service.js';

const body = { workspace: 'shop', question: 'How many?' };
const job = (payload: object, id = '7'): QuestionsRequest => ({
  name: 'ask',
  id,
  addedAt: 1000,
  payload: { ...payload },
  traceparent: null,
});

async function asked(request: QuestionsRequest): Promise<AskInput | undefined> {
  const inputs: AskInput[] = [];
  const ask = async (input: AskInput): Promise<Accepted> => {
    inputs.push(input);
    return { id: 'a', status: 'QUEUED', links: {} };
  };
  const unused = {} as unknown;
  const intake = { ask } as unknown as QuestionIntake;
  const others = [
    unused as QuestionReader,
    unused as Likes,
    unused as AuditTrail,
    unused as Messaging,
    unused as TaskRuntime,
    { http: { oidc: null } } as Config,
  ] as const;
  await new QuestionsService(intake, ...others).handle(request);
  return inputs[0];
}

describe('a job that asks', () => {
  it("is identified by the client's key, which is not part of the body", async () => {
    expect(await asked(job({ ...body, idempotencyKey: 'mine' }))).toMatchObject({ ask: body, idempotencyKey: 'mine' });
  });

  it('is identified by its job without one, for any name', async () => {
    expect((await asked(job(body)))?.idempotencyKey).toBe('job 7 of 1000');
    const [first, again, other] = await Promise.all(
      ['première', 'première', 'x'.repeat(300)].map((id) => asked(job({ ...body, idempotencyKey: null }, id))),
    );
    expect(first?.idempotencyKey).toMatch(/^job [0-9a-f]{64} of 1000$/);
    expect(again?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(other?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it.each([7, '', null, {}, '\0', 'x'.repeat(256)])('is refused with the person %j', async (person) => {
    await expect(asked(job({ ...body, person }))).rejects.toMatchObject({ status: 422, errors: [{ field: 'person' }] });
  });

  it('is refused with a person where no issuer is known', async () => {
    await expect(asked(job({ ...body, person: 'zoë' }))).rejects.toMatchObject({ code: 'MAY_NOT_ACT_FOR' });
  });

  it.each([7, '', 'é', {}, true])('is refused with the key %j', async (idempotencyKey) => {
    await expect(asked(job({ ...body, idempotencyKey }))).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'idempotencyKey' }],
    });
  });
});
