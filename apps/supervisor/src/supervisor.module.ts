import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { SupervisorProcessor } from './supervisor.processor.js';
import { SupervisorService } from './supervisor.service.js';

/** The `supervisor` queue's consumer. */
@Module({
  imports: [registerQueues('supervisor')],
  providers: [SupervisorService, SupervisorProcessor],
})
export class SupervisorModule {}
