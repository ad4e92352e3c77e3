import { MODEL_PLACES, type FieldProblem } from '@assay/contracts';
import type { ModelsUpdate } from '@assay/contracts/requests';
import { variableOfModel, type Models } from '@assay/runtime';

export function fixedFields(update: ModelsUpdate, environment: Models['environment']): FieldProblem[] {
  const { endpoint, prices, models } = environment;
  const variables = 'OPENAI_BASE_URL and OPENAI_API_KEY';
  const byVariables: [field: string, variable: string, isFixed: boolean][] = [
    ['url', variables, update.url !== undefined && endpoint !== null],
    ['key', variables, update.key !== undefined && endpoint !== null],
    ['prices', 'ASSAY_MODEL_PRICES', update.prices !== undefined && prices !== null],
    ...MODEL_PLACES.map((place): [string, string, boolean] => [
      `models.${place}`,
      variableOfModel(place),
      update.models?.[place] !== undefined && models[place] !== undefined,
    ]),
  ];
  return byVariables.flatMap(([field, variable, isFixed]) =>
    isFixed ? [{ field, message: `cannot be changed here: the environment sets ${variable}` }] : [],
  );
}
