import { runAgent } from '@assay/service';
import { SqlSelectorModule } from './sql-selector.agent.js';

await runAgent('sql-selector', SqlSelectorModule);
