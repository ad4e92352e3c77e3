import type { Id, Level } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface StageTimes {
  id: Id;
  kind: string;
  attempt: number;
  round: number;
  /** Null for products without levels. */
  level: Level | null;
  tasks: number;
  startedAt: Date;
  endedAt: Date | null;
}

/** By start; `endedAt` null: still open. */
export const readStageTimes = prepared<[run: Id], StageTimes>({
  name: 'read_stage_times',
  text: `select id, kind, attempt, round, input ->> 'level' as level, total as tasks, started_at as "startedAt",
            closed_at as "endedAt"
     from assay.stages where run_id = $1 order by started_at, id`,
}).all;
