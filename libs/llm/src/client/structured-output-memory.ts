import { OUTPUT_MODES, type OutputMode } from './model-request.js';

export const DROPPABLE_PARTS = ['effort', 'temperature', 'tools', 'cacheKey', 'cacheMarks', 'n'] as const;
export type DroppablePart = (typeof DROPPABLE_PARTS)[number];

export interface StepDown {
  endpoint: string;
  model: string;
  refused: OutputMode | DroppablePart;
  /** The new mode; null if a part was dropped. */
  next: OutputMode | null;
  because: string;
}

interface Refusals {
  modes: Set<OutputMode>;
  parts: Set<DroppablePart>;
}

/** Whether it is a mode; `tools` is a part of other modes, too. */
export function isOutputMode(part: OutputMode | DroppablePart): part is Exclude<OutputMode, 'tools'> {
  return part !== 'tools' && (OUTPUT_MODES as readonly string[]).includes(part);
}

/** Refusals per endpoint and model; never tried again. */
export class StructuredOutputMemory {
  private readonly refusals = new Map<string, Refusals>();
  private readonly onStepDown: (step: StepDown) => void;

  /** @param onStepDown once per refusal */
  constructor(onStepDown: (step: StepDown) => void = () => undefined) {
    this.onStepDown = onStepDown;
  }

  /** A copy for one model, for refusals that a simpler form has still to confirm. */
  copyFor(baseUrl: string, model: string): StructuredOutputMemory {
    const draft = new StructuredOutputMemory();
    const [known, copy] = [this.of(baseUrl, model), draft.of(baseUrl, model)];
    for (const mode of known.modes) copy.modes.add(mode);
    for (const part of known.parts) copy.parts.add(part);
    return draft;
  }

  /** First mode not refused; `text` never is. */
  modeFor(baseUrl: string, model: string, wanted: OutputMode): OutputMode {
    const refused = this.of(baseUrl, model).modes;
    return OUTPUT_MODES.slice(OUTPUT_MODES.indexOf(wanted)).find((mode) => !refused.has(mode)) ?? 'text';
  }

  isDropped(baseUrl: string, model: string, part: DroppablePart): boolean {
    return this.of(baseUrl, model).parts.has(part);
  }

  refuse(baseUrl: string, model: string, refused: OutputMode | DroppablePart, because: string): void {
    const known = this.of(baseUrl, model);
    const isMode = isOutputMode(refused);
    const news = isMode ? !known.modes.has(refused) : !known.parts.has(refused);
    if (isMode) known.modes.add(refused);
    else known.parts.add(refused);
    // Without tools, mode `tools` is impossible too.
    if (refused === 'tools') known.modes.add('tools');
    if (!news) return;
    const next = isMode || refused === 'tools' ? this.modeFor(baseUrl, model, refused) : null;
    this.onStepDown({ endpoint: new URL(baseUrl).host, model, refused, next, because });
  }

  private of(baseUrl: string, model: string): Refusals {
    const key = `${baseUrl}\n${model}`;
    const known = this.refusals.get(key) ?? { modes: new Set(), parts: new Set() };
    this.refusals.set(key, known);
    return known;
  }
}
