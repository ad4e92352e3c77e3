import { defineAgent } from '@assay/work/service';
import { CandidateValidator } from './candidate-validator.js';
import { GeneratorService } from './generator.service.js';

/** Equal canonical SQL of a stage is one. */
export const GeneratorModule = defineAgent({
  name: 'generator',
  run: ({ context, parts }) => {
    const validator = new CandidateValidator(parts.databaseCalls, parts.judge);
    return new GeneratorService(parts, validator).generate(context);
  },
  key: ({ canonical, valid }) => (canonical === '' ? null : `${valid ? 'valid' : 'invalid'} ${canonical}`),
  events: ({ sql, valid, retries, execution, cluster }, { context: { task: candidate } }) => {
    const generated = {
      type: 'candidate-generated' as const,
      candidate,
      sql,
      valid,
      duplicateOf: null,
      retries: retries.length,
    };
    if (execution === null) return [generated];
    const { rowCount, error } = execution;
    const returned = { rowCount: error === null ? rowCount : null, error: error?.message ?? null };
    return [generated, { type: 'candidate-executed', candidate, cluster, ...returned }];
  },
});
