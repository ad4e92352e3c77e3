import { runAgent } from '@assay/service';
import { TestReducerModule } from './test-reducer.agent.js';

await runAgent('test-reducer', TestReducerModule);
