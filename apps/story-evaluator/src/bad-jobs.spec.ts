import { DrainRegistry, type Config } from '@assay/runtime';
import { StoryIntake } from '@assay/stories';
import { describeBadJobs } from '@assay/testing';
import { PersonQuotas } from '@assay/work';
import { StoryEvaluationsProcessor } from './story-evaluations.processor.js';

const CASES = new URL('./testing/bad-jobs.jsonl', import.meta.url);

describeBadJobs('story-evaluations', CASES, ({ work, messaging }) => {
  const intake = new StoryIntake(work, () => true, new PersonQuotas(work, { groups: {} }));
  const config = { http: { oidc: null } } as Config;
  return new StoryEvaluationsProcessor(intake, messaging, work, new DrainRegistry(), config);
});
