import { getMetadataStorage } from 'class-validator';
import type { CheckContext } from '../checks/check.js';

export interface PropertyMetadata {
  type: string;
  name?: string;
  propertyName: string;
  constraints: unknown[];
  each?: boolean;
  context?: CheckContext;
}

type Shape = new () => object;

const known = new Map<Shape, ReadonlyMap<string, PropertyMetadata[]>>();

/** Includes base classes. */
export function metadataOf(shape: Shape): ReadonlyMap<string, PropertyMetadata[]> {
  const found = known.get(shape);
  if (found) return found;
  const all = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false) as PropertyMetadata[];
  const properties = Map.groupBy(all, ({ propertyName }) => propertyName);
  known.set(shape, properties);
  return properties;
}
