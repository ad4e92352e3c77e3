import { startScriptedModel, startTestPostgres } from '@assay/testing';
import { Api } from './api-client.js';
import { ScriptedCast } from './script.js';
import { sharedAssay } from './shared-assay.js';
import { createTargetDatabase } from './target-database.js';
import { World } from './world.js';

/** A world in the Assay that the suites of a jest worker share one after another: each finds its record empty. */
export class SharedWorld extends World {
  override async end(): Promise<void> {
    await this.erase();
    await this.model.close();
    await this.postgres.stop();
  }

  /** Removing a workspace cancels its questions and erases all that is on record of it. */
  private async erase(): Promise<void> {
    for (;;) {
      const { items } = await this.api.expect<{ items: { id: string }[] }>(200, 'GET', '/v1/workspaces');
      if (items.length === 0) return;
      for (const { id } of items) await this.api.expect(204, 'DELETE', `/v1/workspaces/${id}`);
    }
  }
}

/** For suites that need no environment of their own and leave Assay running. */
export async function shareWorld({
  fixture,
  workspace,
}: { fixture?: string; workspace?: object } = {}): Promise<SharedWorld> {
  const postgres = await startTestPostgres();
  const { url, modelPort, databaseUrl } = await sharedAssay(postgres);
  const cast = new ScriptedCast();
  const model = await startScriptedModel({ handler: cast.handler, port: modelPort });
  const target = await createTargetDatabase(postgres, fixture);
  const world = new SharedWorld(new Api(url), { model, cast, target, postgres }, databaseUrl);
  world.workspace = await world.createWorkspace(workspace);
  return world;
}
