import { hasEnded, type Id, type Level, type QuestionTimeline, type StageKind } from '@assay/contracts';

export interface StageProgress {
  id: Id;
  level: Level;
  stage: StageKind;
  tasks: number;
  ended: number;
  failed: number;
  finished: boolean;
}

export function progressOf(timeline: QuestionTimeline): StageProgress[] {
  return timeline.stages.map(({ id, level, stage, tasks, finishedAt }) => ({
    id,
    level,
    stage,
    tasks: tasks.length,
    ended: tasks.filter(({ status }) => hasEnded(status)).length,
    failed: tasks.filter(({ status }) => status === 'DEAD').length,
    finished: finishedAt !== null,
  }));
}
