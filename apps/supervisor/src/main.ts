import { runAgent } from '@assay/service';
import { SupervisorModule } from './supervisor.agent.js';

await runAgent('supervisor', SupervisorModule);
