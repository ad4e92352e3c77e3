import { z } from 'zod';
import { nextStepSchema } from './question.js';

const fieldProblem = z.object({ field: z.string(), message: z.string() });

/** Body of every answer that is not 2xx: RFC 9457 with a stable `code`, and the fields where the input was bad. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(fieldProblem).optional(),
  nextSteps: z.array(nextStepSchema).optional().describe('What may be done instead; where there is something.'),
});
export type ProblemDocument = z.infer<typeof problemSchema>;

/** One field of a body or query that was refused (422). */
export type FieldProblem = z.infer<typeof fieldProblem>;
