import { TASK_QUEUES, type TaskQueue } from '../index.js';
import { IsIn } from 'class-validator';
import { MayBeLeftOut } from './checks/may-be-left-out.js';
import { PageQuery } from './page-query.js';

export class DeadLettersQuery extends PageQuery {
  @IsIn(TASK_QUEUES)
  @MayBeLeftOut()
  queue?: TaskQueue;
}
