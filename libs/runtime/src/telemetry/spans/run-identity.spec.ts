import { newId } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { runSpanContext, spanContextOf, stageSpanContext, traceContextOf, traceparentOf } from './run-identity.js';

const ASKER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the trace of a run', () => {
  it('is that of the caller, and every process derives the same spans from the rows', () => {
    const run = { id: newId(), traceContext: ASKER };
    const own = runSpanContext(run);
    expect(own).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', traceFlags: 1, isRemote: true });
    expect(own.spanId).toMatch(/^[89ab][0-9a-f]{15}$/);
    expect(runSpanContext({ ...run })).toEqual(own);
    const stage = stageSpanContext(run, newId());
    expect(stage.traceId).toBe(own.traceId);
    expect(stage.spanId).not.toBe(own.spanId);
  });

  it('is its own where the request was not traced', () => {
    const id = newId();
    expect(runSpanContext({ id, traceContext: null }).traceId).toBe(id.replaceAll('-', ''));
  });

  it('is left out of the sample where the asker left it out', () => {
    const unsampled = ASKER.replace(/01$/, '00');
    expect(runSpanContext({ id: newId(), traceContext: unsampled }).traceFlags).toBe(0);
  });
});

describe('a traceparent', () => {
  it.each([
    null,
    '',
    'nonsense',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    `x${ASKER}`,
  ])('%s names no span', (text) => {
    expect(spanContextOf(text)).toBeNull();
    expect(traceContextOf(text)).toBeNull();
  });

  it('round-trips', () => {
    const context = spanContextOf(ASKER);
    expect(context && traceparentOf(context)).toBe(ASKER);
    expect(traceContextOf(`${ASKER}-of a later version`)).toBe(ASKER);
  });
});
