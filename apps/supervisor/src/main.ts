import { runAgent } from '@assay/work/service';
import { SupervisorModule } from './supervisor.agent.js';

await runAgent('supervisor', SupervisorModule);
