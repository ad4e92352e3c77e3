import { type AnswerContractName, answerContracts, askedItems } from '@assay/contracts';
import { z } from 'zod';
import { type ResponseContract } from '../client/model-request.js';
import { type JsonSchema, itemSchema, propertySchema } from '../json-schema.js';

/** Rejected by some endpoints; answers are fully validated. */
const LEFT_OUT = ['$schema', 'minLength', 'maxLength', 'default'];

const whole = new Map<AnswerContractName, ResponseContract>();
const asked = new Map<AnswerContractName, ResponseContract>();

/** All fields, for coercion. */
export function responseContract(name: AnswerContractName): ResponseContract {
  return kept(whole, name, () => wireSchema(answerContracts[name]));
}

/** Items have the fields of their kind alone. */
export function askedContract(name: AnswerContractName): ResponseContract {
  return kept(asked, name, () => {
    const schema = structuredClone(responseContract(name).schema);
    const { list, kinds } = askedItems[name] ?? { list: '', kinds: [] };
    const field = propertySchema(schema, list);
    const items = field && itemSchema(field);
    if (field && items) field.items = { anyOf: kinds.map((fields) => withFields(items, fields)) };
    return schema;
  });
}

function withFields(item: JsonSchema, fields: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field, propertySchema(item, field)]));
  return { ...item, properties, required: fields };
}

function kept(
  memory: Map<AnswerContractName, ResponseContract>,
  name: AnswerContractName,
  make: () => JsonSchema,
): ResponseContract {
  const contract = memory.get(name) ?? { name, schema: make() };
  memory.set(name, contract);
  return contract;
}

/** Without keywords that some endpoints reject. */
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
