import { startScriptedModel, startTestPostgres } from '@assay/testing';
import { Api } from './api-client.js';
import { ScriptedCast } from './script.js';
import { sharedAssay } from './shared-assay.js';
import { createTargetDatabase } from './target-database.js';
import { World } from './world.js';

/** Suites share one Assay in turn, each with an empty record. */
export class SharedWorld extends World {
  override async end(): Promise<void> {
    await this.erase();
    await this.model.close();
    await this.postgres.stop();
  }

  /** Removing a workspace erases its record. */
  private async erase(): Promise<void> {
    for (;;) {
      const { items } = await this.api.expect<{ items: { id: string }[] }>(200, 'GET', '/v1/workspaces');
      if (items.length === 0) return;
      for (const { id } of items) await this.api.expect(204, 'DELETE', `/v1/workspaces/${id}`);
    }
  }
}

/** For suites without own environment that leave Assay running. */
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
