import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { GeneratorModule } from './generator.module.js';

await runService(
  'generator',
  () => ({ module: GeneratorModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
