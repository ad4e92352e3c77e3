import { runService } from '@assay/runtime';
import { WorkModule } from '@assay/work/service';
import { CoordinatorModule } from './coordinator.module.js';

await runService(
  'coordinator',
  () => ({ module: class {}, imports: [WorkModule.forProcess({ connections: 12 }), CoordinatorModule.register()] }),
  { needsSecretKey: false },
);
