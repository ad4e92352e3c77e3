import type { Id, WorkspaceView } from '@assay/contracts';
import { eventually } from '@assay/testing';
import type { Browser, BrowserContext } from 'playwright-core';
import { Api } from '../harness/api-client.js';
import { startAssay, type AssayProcess } from '../harness/assay-process.js';
import { newContext, startChromium } from './browser.js';

/** By list path. */
const ADDITIONS = ['gold-sqls', 'knowledge'];

/** One Assay with demo and one Chromium for all page suites. */
export class DemoSite {
  readonly api: Api;
  /** Questions by example, since the last restore. */
  readonly answered = new Map<string, Id>();

  private constructor(
    private readonly assay: AssayProcess,
    private readonly browser: Browser,
    readonly context: BrowserContext,
    readonly workspace: WorkspaceView,
    private readonly given: ReadonlySet<Id>,
  ) {
    this.api = new Api(assay.url);
  }

  static async start(): Promise<DemoSite> {
    const [assay, browser] = await Promise.all([startAssay().then((started) => started.ready()), startChromium()]);
    const api = new Api(assay.url);
    // it serves before the demo is complete
    await eventually(() => assay.stderr.includes('Assay serves'));
    const [workspace] = await workspacesOf(api);
    if (workspace === undefined) throw new Error(`the demo was not made:\n${assay.stderr}`);
    const given = await Promise.all(ADDITIONS.map((list) => idsOf(api, workspace.id, list)));
    return new DemoSite(assay, browser, await newContext(browser), workspace, new Set(given.flat()));
  }

  get url(): string {
    return this.assay.url;
  }

  get dataDir(): string {
    return this.assay.dataDir;
  }

  /** Removes additions and resets settings. */
  async restore(): Promise<void> {
    this.answered.clear();
    const { id: demo, settings } = this.workspace;
    for (const { id } of await workspacesOf(this.api)) {
      if (id !== demo) await this.api.expect(204, 'DELETE', `/v1/workspaces/${id}`);
    }
    for (const list of ADDITIONS) {
      for (const id of await idsOf(this.api, demo, list)) {
        if (!this.given.has(id)) await this.api.expect(204, 'DELETE', `/v1/workspaces/${demo}/${list}/${id}`);
      }
    }
    await this.api.expect(200, 'PATCH', `/v1/workspaces/${demo}`, { settings });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.assay.stop();
    await this.assay.removeData();
  }
}

async function workspacesOf(api: Api): Promise<WorkspaceView[]> {
  return (await api.expect<{ items: WorkspaceView[] }>(200, 'GET', '/v1/workspaces')).items;
}

async function idsOf(api: Api, workspace: Id, list: string): Promise<Id[]> {
  const { items } = await api.expect<{ items: { id: Id }[] }>(200, 'GET', `/v1/workspaces/${workspace}/${list}`);
  return items.map(({ id }) => id);
}
