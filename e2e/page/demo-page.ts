import type { ExampleQuestion, Id, WorkspaceView } from '@assay/contracts';
import { eventually } from '@assay/testing';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { Api } from '../harness/api-client.js';
import { Window, type Look } from './browser.js';
import type { DemoSite } from './demo-site.js';

export const DESKTOP: Look = { theme: 'light', size: 'desktop' };
/** Known to the demo's model. */
export const STORIES = ['the-lamp-told', 'the-lamp-shown'];

const ENDED = /^(GOLD|SILVER|FAILED|DONE|ERROR|CANCELLED)$/;

/** By way, with search words. */
const EXAMPLES = {
  compared: 'five best customers',
  escalated: 'instalment',
  failed: 'delivery',
  counted: 'never placed an order',
  distinguished: 'refunded',
  charted: 'each category',
  open: 'come from each country',
} as const;
export type Example = keyof typeof EXAMPLES;

/** The demo with answered questions. Suites that leave them as they are do not close it: the next one shares them. */
export class DemoPage {
  private constructor(
    private readonly site: DemoSite,
    private readonly answered: ReadonlyMap<string, Id>,
  ) {}

  static async open(site: DemoSite, ...names: Example[]): Promise<DemoPage> {
    const { api, workspace, answered } = site;
    const path = `/v1/workspaces/${workspace.id}/example-questions`;
    const { items } = (await api.get<{ items: ExampleQuestion[] }>(path)).body;
    await Promise.all(
      names.map(async (name) => {
        if (answered.has(name)) return;
        const example = items.find(({ question }) => question.includes(EXAMPLES[name]));
        if (example === undefined) throw new Error(`no example about ${EXAMPLES[name]}`);
        const { question, evidence, settings } = example;
        const id = await ask(api, '/v1/questions', { workspace: workspace.id, question, evidence, settings });
        answered.set(name, id);
      }),
    );
    return new DemoPage(site, answered);
  }

  get api(): Api {
    return this.site.api;
  }

  get workspace(): WorkspaceView {
    return this.site.workspace;
  }

  get url(): string {
    return this.site.url;
  }

  get dataDir(): string {
    return this.site.dataDir;
  }

  question(name: Example): Id {
    const id = this.answered.get(name);
    if (id === undefined) throw new Error(`${name} was not asked`);
    return id;
  }

  /** Asks, and waits for the end. */
  ask(request: object): Promise<Id> {
    return ask(this.api, '/v1/questions', request);
  }

  async evaluateStory(): Promise<Id> {
    const candidates = await Promise.all(STORIES.map(async (label) => ({ label, text: await storyText(label) })));
    const body = { storyId: 'The lamp', candidates, evaluators: [{ name: 'reader' }], mode: 'prompt', tts: {} };
    return ask(this.api, '/v1/story-evaluations', body);
  }

  async withWindow(look: Look, use: (window: Window) => Promise<void>): Promise<void> {
    const window = await Window.open(this.site.context, this.url, look);
    try {
      await use(window);
    } finally {
      await window.close();
    }
  }

  /** Restores its state. */
  close(): Promise<void> {
    return this.site.restore();
  }
}

/** A version of the demo's story. */
export function storyText(label: string): Promise<string> {
  return readFile(new URL(`../../apps/story-evaluator/demo/${label}.md`, import.meta.url), 'utf8');
}

/** CSS pixels. */
export async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box === null ? Infinity : box.y + box.height;
}

async function ask(api: Api, path: string, body: object): Promise<Id> {
  const { id } = await api.expect<{ id: Id }>(202, 'POST', path, body);
  await eventually(async () => {
    const { body: asked } = await api.get<{ status: string }>(`${path}/${id}`);
    return ENDED.test(asked.status);
  });
  return id;
}
