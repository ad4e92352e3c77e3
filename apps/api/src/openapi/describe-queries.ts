import type * as swagger from '@nestjs/swagger';
import { RequestQuery, requestSchema } from '@assay/contracts/requests';

type Shape = new () => object;
type Swagger = Pick<typeof swagger, 'ApiProperty'>;

/** Swagger cannot infer them under `tsc`. */
export function describeQueries(by: Swagger, controller: object, method: string | symbol): void {
  const parameters = Reflect.getMetadata('design:paramtypes', controller, method) as Shape[] | undefined;
  for (const shape of parameters ?? []) if (shape.prototype instanceof RequestQuery) describe(by, shape);
}

function describe({ ApiProperty }: Swagger, query: Shape): void {
  const { properties, required } = requestSchema(query);
  for (const [name, schema] of Object.entries(properties)) {
    const isRequired = Array.isArray(required) && required.includes(name);
    ApiProperty({ ...schema, required: isRequired })(query.prototype as object, name);
  }
}
