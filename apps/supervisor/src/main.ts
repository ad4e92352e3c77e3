import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { SupervisorModule } from './supervisor.module.js';

await runService(
  'supervisor',
  () => ({ module: SupervisorModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
