import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiFixture } from '../testing/api-fixture.js';

let api: ApiFixture;
beforeAll(async () => void (api = await ApiFixture.start()));
afterAll(() => api.stop());

it('count what waits on a paused queue of asking jobs', async () => {
  const { messaging } = api.work;
  await messaging.desk.pause('questions');
  await messaging.publish('questions', [{ payload: { question: 'How many?' } }]);
  const { body } = await api.call<string>('GET /metrics');
  expect(body).toMatch(/^assay_queue_work\{queue="questions"\} 1$/m);
  expect(body).toMatch(/^assay_queue_oldest_seconds\{queue="questions"\} 0*[.\d]*[1-9]/m);
});
