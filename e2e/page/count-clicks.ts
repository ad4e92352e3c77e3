import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** Clicks and seconds of a task, which needs these clicks. */
export async function countClicks(page: Page, task: string, clicks: number, work: () => Promise<void>): Promise<void> {
  const counted = await clickCounter(page);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  console.info(`| ${task} | ${counted()} | ${seconds.toFixed(1)} |`);
  expect({ task, clicks: counted() }).toEqual({ task, clicks });
}

/** Of a person, from now on, also after the page has loaded again. */
async function clickCounter(page: Page): Promise<() => number> {
  let counted = 0;
  const name = `click${performance.now()}`.replace('.', '_');
  await page.exposeFunction(name, () => (counted += 1));
  const count = `addEventListener('click', ({ isTrusted, detail }) => {
      if (isTrusted && detail > 0) ${name}();
    }, true)`;
  await page.addInitScript(count);
  await page.evaluate(count);
  return () => counted;
}
