import { type AnswerContractName, answerContracts } from '@assay/contracts';
import { z } from 'zod';
import { type ResponseContract } from '../client/model-request.js';
import { type JsonSchema } from '../json-schema.js';

/**
 * Keywords that only narrow values and that some endpoints refuse in strict schemas; answers are validated against the
 * contract itself, so nothing is lost by not sending them.
 */
const LEFT_OUT = ['$schema', 'minLength', 'maxLength'];

const cached = new Map<AnswerContractName, ResponseContract>();

/** The contract as it is sent to an endpoint and as answers are coerced by. */
export function responseContract(name: AnswerContractName): ResponseContract {
  const known = cached.get(name);
  if (known !== undefined) return known;
  const contract = { name, schema: wireSchema(answerContracts[name]) };
  cached.set(name, contract);
  return contract;
}

/** The JSON Schema of a zod type in the subset that endpoints take. */
export function wireSchema(type: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(type, {
    override: ({ jsonSchema }) => {
      for (const keyword of LEFT_OUT) delete jsonSchema[keyword as keyof typeof jsonSchema];
      // The bounds of safe integers say nothing to a model.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  delete schema.$schema;
  return schema;
}
