import { Module } from '@nestjs/common';
import { taskWorker } from '@assay/service';
import { SupervisorProcessor } from './supervisor.processor.js';
import { SupervisorService } from './supervisor.service.js';

/** The `supervisor` queue's consumer. */
@Module({ providers: [SupervisorService, SupervisorProcessor, taskWorker('supervisor', SupervisorProcessor)] })
export class SupervisorModule {}
