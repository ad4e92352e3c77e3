import { runService } from '@assay/runtime';
import { WorkModule } from '@assay/work/service';
import { DbSamplerModule } from './db-sampler.module.js';

await runService('db-sampler', () => ({ module: DbSamplerModule, imports: [WorkModule.forProcess()] }));
