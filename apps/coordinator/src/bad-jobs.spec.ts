import { AuditTrail, Likes, QuestionIntake, QuestionReader } from '@assay/questions';
import { DrainRegistry, createLogger, type Config } from '@assay/runtime';
import { describeBadJobs } from '@assay/testing';
import { PersonQuotas } from '@assay/work';
import { QuestionsProcessor } from './questions.processor.js';
import { QuestionsService } from './questions.service.js';

const CASES = new URL('./testing/bad-jobs.jsonl', import.meta.url);

describeBadJobs('questions', CASES, ({ work, messaging }) => {
  const intake = new QuestionIntake(
    work,
    () => true,
    () => Promise.resolve({}),
    new PersonQuotas(work, { groups: {} }),
    { hosts: [], ownStores: [] },
  );
  const audit = new AuditTrail(work);
  const service = new QuestionsService(intake, new QuestionReader(work), new Likes(work), audit, messaging, work, {
    http: { oidc: null },
  } as Config);
  const logger = createLogger({ service: 'coordinator', level: 'silent', secrets: [] });
  return new QuestionsProcessor(service, new DrainRegistry(), logger);
});
