import { DrainRegistry } from '@assay/runtime';
import { StoryIntake } from '@assay/stories';
import { describeBadJobs } from '@assay/testing';
import { StoryEvaluationsProcessor } from './story-evaluations.processor.js';

const CASES = new URL('./testing/bad-jobs.jsonl', import.meta.url);

describeBadJobs(
  'story-evaluations',
  CASES,
  ({ work, messaging }) =>
    new StoryEvaluationsProcessor(new StoryIntake(work, () => true), messaging, work, new DrainRegistry()),
);
