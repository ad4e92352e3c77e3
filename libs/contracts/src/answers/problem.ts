import { z } from 'zod';
import { nextStepSchema } from './question.js';

const refusalStepSchema = z.object({
  action: z.enum([...nextStepSchema.shape.action.options, 'edit-request', 'check-key', 'look-up']),
  message: z.string(),
});
export type RefusalStep = z.infer<typeof refusalStepSchema>;
export type RefusalAction = RefusalStep['action'];

const fieldProblem = z.object({ field: z.string(), message: z.string() });

/** Body of each error response: RFC 9457 with a stable `code`, and field errors. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(fieldProblem).optional(),
  nextSteps: z.array(refusalStepSchema).optional().describe('What may be done, the most promising first.'),
});
export type ProblemDocument = z.infer<typeof problemSchema>;

/** One refused field (422). */
export type FieldProblem = z.infer<typeof fieldProblem>;
