import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storable } from '../storable.js';
import { packBody, unpacked } from './step-body.js';

const stored = (raw: Buffer | null): { request: unknown; answer: unknown; raw: Buffer | null } => ({
  request: null,
  answer: null,
  raw,
});

describe('the body of a step', () => {
  it('comes back as it was, byte by byte', () => {
    const bytes = fc.option(fc.uint8Array({ maxLength: 200 }));
    const json = fc.option(fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), json, bytes, (request, answer, raw) => {
        const back = unpacked(stored(packBody({ request: { ...request }, answer, raw })));
        expect(back.raw === null ? null : [...back.raw]).toEqual(raw === null ? null : [...raw]);
        expect(JSON.stringify([back.request, back.answer])).toBe(JSON.stringify(storable([request, answer])));
      }),
      { examples: [[{ tail: 'a\nb' }, { content: 'x\ny' }, new Uint8Array([0x0a, 0xff, 0])]] },
    );
  });

  it('is left alone where it is not packed, or not kept', () => {
    const whole = { request: { tail: '' }, answer: null, raw: Buffer.from('{}') };
    expect(unpacked(whole)).toBe(whole);
    expect(unpacked(stored(null))).toEqual(stored(null));
  });
});
