import { runService } from '@assay/runtime';
import { WorkModule } from '@assay/work/service';
import { ProberModule } from './prober.module.js';

await runService('prober', () => ({ module: ProberModule, imports: [WorkModule.forProcess()] }), {
  needsSecretKey: false,
});
