import { OUTPUT_MODES, type OutputMode } from './model-request.js';

/** Parts of a request that an endpoint may refuse and that can be left out. */
export const DROPPABLE_PARTS = ['effort', 'temperature', 'tools'] as const;
export type DroppablePart = (typeof DROPPABLE_PARTS)[number];

/** What was learnt about an endpoint's model; told once, for the log. */
export interface StepDown {
  /** Host of the endpoint. */
  endpoint: string;
  model: string;
  /** The refused mode or part. */
  refused: OutputMode | DroppablePart;
  /** The mode used from now on; null where a part was dropped. */
  next: OutputMode | null;
  /** The endpoint's own words. */
  because: string;
}

/** What an endpoint's model has refused so far. */
interface Refusals {
  modes: Set<OutputMode>;
  parts: Set<DroppablePart>;
}

/**
 * Remembers, per endpoint and model, which ways of asking were refused, so that each is tried once per process.
 * Step-downs only go down: a refused mode is never tried again.
 */
export class StructuredOutputMemory {
  private readonly refusals = new Map<string, Refusals>();
  private readonly onStepDown: (step: StepDown) => void;

  /** @param onStepDown told once for each thing refused (the place to log) */
  constructor(onStepDown: (step: StepDown) => void = () => undefined) {
    this.onStepDown = onStepDown;
  }

  /** The first mode from `wanted` downwards that was not refused; `text` cannot be refused. */
  modeFor(baseUrl: string, model: string, wanted: OutputMode): OutputMode {
    const refused = this.of(baseUrl, model).modes;
    return OUTPUT_MODES.slice(OUTPUT_MODES.indexOf(wanted)).find((mode) => !refused.has(mode)) ?? 'text';
  }

  /** Whether the endpoint's model has refused this part. */
  isDropped(baseUrl: string, model: string, part: DroppablePart): boolean {
    return this.of(baseUrl, model).parts.has(part);
  }

  /** Remembers a refusal; the callback hears of it if it is news. */
  refuse(baseUrl: string, model: string, refused: OutputMode | DroppablePart, because: string): void {
    const known = this.of(baseUrl, model);
    const isMode = (OUTPUT_MODES as readonly string[]).includes(refused) && refused !== 'tools';
    const news = isMode ? !known.modes.has(refused as OutputMode) : !known.parts.has(refused as DroppablePart);
    if (isMode) known.modes.add(refused as OutputMode);
    else known.parts.add(refused as DroppablePart);
    // An endpoint without tools has no mode `tools` either.
    if (refused === 'tools') known.modes.add('tools');
    if (!news) return;
    const next = isMode || refused === 'tools' ? this.modeFor(baseUrl, model, refused as OutputMode) : null;
    this.onStepDown({ endpoint: new URL(baseUrl).host, model, refused, next, because });
  }

  private of(baseUrl: string, model: string): Refusals {
    const key = `${baseUrl}\n${model}`;
    const known = this.refusals.get(key) ?? { modes: new Set(), parts: new Set() };
    this.refusals.set(key, known);
    return known;
  }
}
