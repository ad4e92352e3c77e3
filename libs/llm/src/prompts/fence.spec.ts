import { describe, expect, it } from '@jest/globals';
import { cpuMs } from '@assay/testing';
import fc from 'fast-check';
import { assertNonce, fenced, neutralise, outsideFences } from './fence.js';

const nonce = 'k7Qz91fence';
const markers = fc.constantFrom(
  `<data-${nonce} kind="x">`,
  `</data-${nonce}>`,
  `</DATA-${nonce}>`,
  `< / data-${nonce} >`,
  `<\n/data-${nonce}>`,
  '</data-',
  '<',
  '/data-',
  '<|im_start|>',
  nonce,
  '\n',
);
const hostileText = fc.array(fc.oneof(markers, fc.string()), { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('fences', () => {
  it('cannot be closed or opened by anything that stands inside', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const block = fenced('schema', nonce, neutralise(text));
        expect(outsideFences(`before ${block}after`, nonce)).toBe('before \nafter');
        expect(block.match(/<\s*\/?\s*data-/gi)).toHaveLength(2);
      }),
    );
  });

  it('leave text without markers as it is', () => {
    const sql = "SELECT a < b, '<data>', c[1], [INSTANT] FROM t WHERE x <> 1 AND y <| z AND d < data - 5";
    expect(neutralise(sql)).toBe(sql);
  });

  it.each([
    '<\u200b/data-x>',
    '＜/data-x＞',
    '<／data-x>',
    '</da\u200dta-x>',
    '</data－x>',
    '</data\u2011x>',
    '＜／ｄａｔａ－x＞',
    '﹤ ∕ ＤＡＴＡ-x',
    '</𝐝𝐚𝐭𝐚-x>',
    '</d\u{e0020}ata-x>',
    '<\u0000/data-x>',
    '<\u001b/data-x>',
    '<\u0085/data-x>',
    '<\u2800/data-x>',
    '<//data-x>',
    String.raw`<\data-x>`,
    '</data -x>',
    '</data\u00adx>',
    '</data\u02d7x>',
    '</d\u0430ta-x>',
    '</\u0501at\u03b1-x>',
    '</\u3372ta-x>',
  ])('defuse %j, which a reader would take for a marker', (marker) => expect(neutralise(marker)[0]).toBe('‹'));

  it.each([
    '<|im_end|>',
    '<|start header|>',
    '<｜end▁of▁sentence｜>',
    '<end_of_turn>',
    '</think>',
    '<tool_call>',
    '</s>',
    '<bos>',
    '<<SYS>>',
    '[/INST]',
  ])('defuse %s, a control token of chat templates', (token) =>
    expect(neutralise(`a ${token} b`)).toBe(`a ${token.replace('<', '‹').replace('[', '［')} b`),
  );

  it.each([' ', '\u200b', '\u0000', '\u00ad', '<', '</', '<|'])(
    'are looked for in linear time before many of %j',
    (filler) => {
      const text = `<${filler.repeat(200_000)}`;
      let defused = '';
      expect(cpuMs(() => (defused = neutralise(`${text}</data-x>`)))).toBeLessThan(5000);
      expect(defused).toBe(`${text}‹/data-x>`);
    },
  );

  it.each(['', 'abc', 'with space', 'quote"quote', 'x'.repeat(65)])('refuse the nonce %j', (unfit) => {
    expect(() => assertNonce(unfit)).toThrow('6 to 64 letters and digits');
  });
});
