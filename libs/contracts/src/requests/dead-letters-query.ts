import { TASK_QUEUES, type TaskQueue } from '../index.js';
import { IsIn } from 'class-validator';
import { Omissible } from './checks/omissible.js';
import { PageQuery } from './page-query.js';

export class DeadLettersQuery extends PageQuery {
  @IsIn(TASK_QUEUES)
  @Omissible()
  queue?: TaskQueue;
}
