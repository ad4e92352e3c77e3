import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/work/service';
import { EngineWarmer } from './engines/engine-warmer.js';
import { ScratchEngines } from './engines/scratch-engines.js';
import { ProberProcessor } from './prober.processor.js';
import { ProberService } from './prober.service.js';

/** Without access to targets. */
@Module({
  imports: [registerQueues('prober')],
  providers: [ScratchEngines, EngineWarmer, ProberService, ProberProcessor],
})
export class ProberModule {}
