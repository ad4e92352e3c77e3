import { runAgent } from '@assay/service';
import { GeneratorModule } from './generator.agent.js';

await runAgent('generator', GeneratorModule);
