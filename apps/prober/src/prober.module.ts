import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { EngineWarmer } from './engines/engine-warmer.js';
import { ScratchEngines } from './engines/scratch-engines.js';
import { ProberProcessor } from './prober.processor.js';
import { ProberService } from './prober.service.js';

/** The `prober` queue's consumer: tells candidates apart on generated databases, never connected to a target. */
@Module({
  imports: [registerQueues('prober')],
  providers: [ScratchEngines, EngineWarmer, ProberService, ProberProcessor],
})
export class ProberModule {}
