import { runAgent } from '@assay/work/service';
import { SqlSelectorModule } from './sql-selector.agent.js';

await runAgent('sql-selector', SqlSelectorModule);
