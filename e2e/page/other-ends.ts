import type { EscalationRecord, QuestionTimeline } from '@assay/contracts';
import type { Page } from 'playwright-core';

/** Modified to be running since a minute. */
export async function staysRunning(page: Page): Promise<void> {
  await page.route('**/v1/questions/*/record', async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as EscalationRecord;
    await route.fulfill({
      response,
      json: { ...record, status: 'RUNNING', finishedAt: null, result: null, confidence: null },
    });
  });
  await page.route('**/v1/questions/*/timeline', async (route) => {
    const response = await route.fetch();
    const timeline = (await response.json()) as QuestionTimeline;
    const last = timeline.stages.at(-1);
    if (last === undefined) throw new Error('the question has no stage');
    const now = new Date(Date.parse(last.startedAt) + 60_000).toISOString();
    const stages = timeline.stages.with(-1, { ...last, finishedAt: null });
    await route.fulfill({ response, json: { ...timeline, now, stages } });
  });
  // silence, like a slow model
  await page.route('**/v1/questions/*/events', () => undefined);
}

/** Modified to be cancelled. */
export async function wasCancelled(page: Page): Promise<void> {
  await page.route('**/v1/questions/*/record', async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as EscalationRecord;
    const undecided = { status: 'CANCELLED', case: null, result: null, confidence: null, contested: null };
    await route.fulfill({ response, json: { ...record, ...undecided, summary: null, readings: [], openPoints: [] } });
  });
}
