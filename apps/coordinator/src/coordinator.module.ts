import { Module } from '@nestjs/common';
import { QuestionReader } from '@assay/questions';
import { Work } from '@assay/work';
import { CoordinatorProcessor } from './coordinator.processor.js';
import { CoordinatorService } from './coordinator.service.js';
import { Pipelines } from './pipelines.js';
import { ReplyService } from './reply.service.js';

/** Owns the record: the `coordinator` queue's consumer, the reconciler, and replies. */
@Module({
  providers: [
    { provide: QuestionReader, inject: [Work], useFactory: (work: Work) => new QuestionReader(work) },
    Pipelines,
    ReplyService,
    CoordinatorService,
    CoordinatorProcessor,
  ],
})
export class CoordinatorModule {}
