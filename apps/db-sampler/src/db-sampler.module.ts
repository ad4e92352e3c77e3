import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/work/service';
import { built, CONFIG, LOGGER, ownStores, secretKeysProvider, type Config } from '@assay/runtime';
import { instruments, observeEach } from '@assay/runtime/telemetry';
import { TaskRuntime } from '@assay/work';
import { CutSessions } from './cut-sessions/cut-sessions.js';
import { DbSamplerProcessor } from './db-sampler.processor.js';
import { DbSamplerService } from './db-sampler.service.js';
import { DatabaseSampler, RowExporter } from './sampler/index.js';
import { SchemaWatch } from './schema-watch/schema-watch.js';
import { readWorkspaceNames } from './sql/read-workspace-names.js';
import { UploadedFolders } from './uploads/uploaded-folders.js';

/** The only access to target databases. */
@Module({
  imports: [registerQueues('db-sampler')],
  providers: [
    {
      provide: CutSessions,
      inject: [TaskRuntime],
      useFactory: (work: TaskRuntime) => new CutSessions(work.database),
    },
    {
      provide: DatabaseSampler,
      inject: [CONFIG, CutSessions, TaskRuntime],
      useFactory: (config: Config, cuts: CutSessions, work: TaskRuntime) => {
        const sampler = new DatabaseSampler({
          policy: { ...config.targets, ownStores: ownStores(config) },
          cuts,
        });
        observeEach(
          instruments().circuitsOpen,
          0,
          (workspace) => ({ kind: 'target', workspace }),
          async () => (await readWorkspaceNames(work.database, sampler.leftAlone)).map((name) => [name, 1]),
        );
        return sampler;
      },
    },
    secretKeysProvider,
    built(SchemaWatch, TaskRuntime, DatabaseSampler, LOGGER),
    {
      provide: RowExporter,
      inject: [TaskRuntime, DatabaseSampler],
      useFactory: (work: TaskRuntime, sampler: DatabaseSampler) => new RowExporter(sampler, work.blocks),
    },
    {
      provide: UploadedFolders,
      inject: [TaskRuntime],
      useFactory: (work: TaskRuntime) => new UploadedFolders(work.database),
    },
    DbSamplerService,
    DbSamplerProcessor,
  ],
})
export class DbSamplerModule {}
