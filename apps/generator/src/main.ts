import { runAgent } from '@assay/work/service';
import { GeneratorModule } from './generator.agent.js';

await runAgent('generator', GeneratorModule);
