import { readFileSync } from 'node:fs';

/** The three versions of the demo's story, by their labels, which are the names of their files. */
export const DEMO_STORIES = ['the-lamp-told', 'the-lamp-shown', 'the-lamp-broken'] as const;
export type DemoStory = (typeof DEMO_STORIES)[number];

/** The text of a version. */
export function demoStory(label: DemoStory): string {
  return readFileSync(new URL(`../../demo/${label}.md`, import.meta.url), 'utf8');
}
