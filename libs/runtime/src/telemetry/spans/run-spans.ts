import type { Id } from '@assay/contracts';
import { ROOT_CONTEXT, SpanStatusCode, trace, type Attributes, type SpanContext } from '@opentelemetry/api';
import { withChosenIds } from './chosen-ids.js';
import { childrenOf, runSpanContext, spanContextOf, stageSpanContext, type RunIdentity } from './run-identity.js';
import { sendSpansSoon, startSpan } from './tracing.js';

export interface EndedRun extends RunIdentity {
  product: string;
  status: string;
  startedAt: Date;
  endedAt: Date;
  attributes?: Attributes;
  stages: readonly EndedStage[];
}

export interface EndedStage {
  id: Id;
  kind: string;
  startedAt: Date;
  /** Null if open at the end. */
  endedAt: Date | null;
  attributes?: Attributes;
}

/** Ids derive from rows: other processes use them as parents. */
export function emitRunSpans(run: EndedRun): void {
  const asked = spanContextOf(run.traceContext);
  const own = runSpanContext(run);
  for (const stage of run.stages) {
    const attributes = { 'assay.run': run.id, 'assay.stage': stage.kind, ...stage.attributes };
    const times = { startedAt: stage.startedAt, endedAt: stage.endedAt ?? run.endedAt };
    emit({ name: stage.kind, ids: stageSpanContext(run, stage.id), parent: own, attributes, ...times });
  }
  const attributes = {
    'assay.run': run.id,
    'assay.product': run.product,
    'assay.status': run.status,
    ...run.attributes,
  };
  emit({ ...run, name: run.product, ids: own, parent: asked, attributes, failed: run.status === 'ERROR' });
  sendSpansSoon();
}

interface PastSpan {
  name: string;
  ids: SpanContext;
  parent: SpanContext | null;
  attributes: Attributes;
  startedAt: Date;
  endedAt: Date;
  failed?: boolean;
}

function emit({ name, ids, parent, attributes, startedAt, endedAt, failed }: PastSpan): void {
  const around = parent === null ? trace.deleteSpan(ROOT_CONTEXT) : childrenOf(parent);
  const span = withChosenIds(ids, () => startSpan({ name, attributes, parent: around }, startedAt));
  if (failed === true) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}
