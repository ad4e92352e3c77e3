import { describe, expect, it } from '@jest/globals';
import { ansiPaint, paintFor, paintLine, plainPaint } from './styled-line.js';

describe('styled lines', () => {
  it('cuts before it paints', () => {
    const line = [{ text: 'abc' }, { text: 'defgh', style: 'red' as const }, { text: 'never' }];
    expect(paintLine(line, 6, (_style, text) => `<${text}>`)).toBe('abc<de…>');
    expect(paintLine(line, 8, plainPaint)).toBe('abcdefgh');
  });

  it('paints on terminals only, and never where NO_COLOR is set', () => {
    expect(paintFor(true, {})).toBe(ansiPaint);
    expect(paintFor(true, { NO_COLOR: '' })).toBe(ansiPaint);
    expect(paintFor(false, {})).toBe(plainPaint);
    expect(paintFor(true, { NO_COLOR: '1' })).toBe(plainPaint);
    expect(paintFor(true, { TERM: 'dumb' })).toBe(plainPaint);
    expect(ansiPaint('red', 'x')).toBe('\u001b[31mx\u001b[39m');
  });
});
