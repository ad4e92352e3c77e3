import { type AnswerContractName, answerContracts } from '@assay/contracts';
import { z } from 'zod';
import { type ResponseContract } from '../client/model-request.js';
import { type JsonSchema } from '../json-schema.js';

/** Rejected by some endpoints; answers are fully validated. */
const LEFT_OUT = ['$schema', 'minLength', 'maxLength'];

const cached = new Map<AnswerContractName, ResponseContract>();

/** Also for coercion. */
export function responseContract(name: AnswerContractName): ResponseContract {
  const known = cached.get(name);
  if (known !== undefined) return known;
  const contract = { name, schema: wireSchema(answerContracts[name]) };
  cached.set(name, contract);
  return contract;
}

/** The common subset. */
export function wireSchema(type: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(type, {
    override: ({ jsonSchema }) => {
      for (const keyword of LEFT_OUT) delete jsonSchema[keyword as keyof typeof jsonSchema];
      // Bounds of safe integers do not inform a model.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  delete schema.$schema;
  return schema;
}
