import { readFileSync } from 'node:fs';

/** Labels are file names. */
export const DEMO_STORIES = ['the-lamp-told', 'the-lamp-shown', 'the-lamp-broken'] as const;
export type DemoStory = (typeof DEMO_STORIES)[number];

export function demoStory(label: DemoStory): string {
  return readFileSync(new URL(`../../demo/${label}.md`, import.meta.url), 'utf8');
}
