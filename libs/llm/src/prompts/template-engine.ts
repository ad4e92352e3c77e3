import { sqlText } from '@assay/contracts';
import { Liquid } from 'liquidjs';
import { DataTag } from './data-tag.js';
import { neutralise } from './fence.js';

export type TemplateSources = ReadonlyMap<string, string>;

/** Liquid, strict about variables and filters; tag-only lines leave no line, and all output is neutralised. */
export function createEngine(sources: TemplateSources): Liquid {
  const engine = new Liquid({
    templates: Object.fromEntries(sources),
    cache: true,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    trimTagRight: true,
    greedy: false,
    outputEscape: (value: unknown) => neutralise(String(value)),
  });
  engine.unregisterFilter('raw');
  engine.registerFilter('sql_text', (value: unknown) => sqlText(String(value)));
  engine.registerTag('data', DataTag);
  return engine;
}
