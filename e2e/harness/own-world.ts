import { startScriptedModel, startTestPostgres } from '@assay/testing';
import { Api } from './api-client.js';
import { startAssay, type AssayProcess } from './assay-process.js';
import { ScriptedCast } from './script.js';
import { createTargetDatabase } from './target-database.js';
import { migrateRecord, modelEnvironment, SILENT, World, type WorldParts } from './world.js';

export interface OwnWorldOptions {
  env?: { [name: string]: string };
  /** A separate PostgreSQL as with `npm start`; else the tests' server. */
  embedded?: boolean;
  fixture?: string;
  workspace?: object;
}

/** A world with its own Assay. */
export class OwnWorld extends World {
  constructor(
    public assay: AssayProcess,
    parts: WorldParts,
    private readonly env: { [name: string]: string },
  ) {
    super(new Api(assay.url, authorization(env)), parts, env['DATABASE_URL'] ?? '');
  }

  /** On the same data folder. */
  async killAndRestart(): Promise<void> {
    await this.assay.kill();
    await this.restart();
  }

  /** On the ended process's data folder. */
  async restart(env: { [name: string]: string } = {}): Promise<void> {
    const environment = { ...this.env, ...env };
    const parameters = SILENT;
    this.assay = await (await startAssay({ env: environment, parameters, dataDir: this.assay.dataDir })).ready();
    this.api = new Api(this.assay.url, authorization(environment));
  }

  override async end(): Promise<void> {
    await this.assay.stop();
    await this.model.close();
    await this.postgres.stop();
    await this.assay.removeData();
  }
}

/** Ends everything started on failure. */
export async function createWorld({ env = {}, embedded, fixture, workspace }: OwnWorldOptions = {}): Promise<OwnWorld> {
  const cast = new ScriptedCast();
  const [postgres, model] = await Promise.all([startTestPostgres(), startScriptedModel(cast.handler)]);
  let assay: AssayProcess | null = null;
  try {
    const store: { [name: string]: string } =
      embedded === true ? {} : { DATABASE_URL: await postgres.createFromTemplate('record', migrateRecord) };
    const environment = { ...modelEnvironment(model), ...store, ...env };
    const target = await createTargetDatabase(postgres, fixture);
    assay = await startAssay({ env: environment, parameters: SILENT });
    await assay.ready();
    const world = new OwnWorld(assay, { model, cast, target, postgres }, environment);
    world.workspace = await world.createWorkspace(workspace);
    return world;
  } catch (error) {
    await assay?.kill();
    await model.close();
    await postgres.stop();
    throw error;
  }
}

function authorization({ ASSAY_API_KEYS: keys }: { [name: string]: string }): { [name: string]: string } {
  return keys === undefined ? {} : { authorization: `Bearer ${keys.split(',')[0]}` };
}
