import { AgentsModule, WorkModule } from '@assay/service';
import { runService } from '@assay/runtime';
import { SqlSelectorModule } from './sql-selector.module.js';

await runService(
  'sql-selector',
  () => ({ module: SqlSelectorModule, imports: [WorkModule.forProcess(), AgentsModule.forProcess()] }),
  { needsSecretKey: false },
);
