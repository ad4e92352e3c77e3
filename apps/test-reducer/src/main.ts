import { runAgent } from '@assay/work/service';
import { TestReducerModule } from './test-reducer.agent.js';

await runAgent('test-reducer', TestReducerModule);
