import { describe, expect, it } from '@jest/globals';
import { LiveScreen } from './live-screen.js';

function fakeTerminal(
  columns: number,
  rows = 24,
): { written: string[]; columns: number; rows: number; write(text: string): void } {
  const written: string[] = [];
  return { written, columns, rows, write: (text: string) => void written.push(text) };
}

describe('LiveScreen', () => {
  it('goes back over what it drew, line by line, and erases what is left', () => {
    const terminal = fakeTerminal(80);
    const screen = new LiveScreen(terminal);
    screen.draw(['one', 'two']);
    screen.draw(['three']);
    expect(terminal.written[1]).toBe('\u001b[2A\rthree\u001b[K\n\u001b[J');
  });

  it('counts the lines that a narrower window has wrapped since', () => {
    const terminal = fakeTerminal(80);
    const screen = new LiveScreen(terminal);
    screen.draw(['x'.repeat(70), '\u001b[31mshort\u001b[39m']);
    terminal.columns = 30;
    screen.draw(['y']);
    expect(terminal.written[1]?.startsWith('\u001b[4A')).toBe(true);
  });

  it('leaves one column and one line free', () => {
    expect(new LiveScreen(fakeTerminal(80)).size).toEqual({ width: 79, height: 23 });
    expect(new LiveScreen({ write: () => undefined }).size).toEqual({ width: 79, height: 23 });
    expect(new LiveScreen(fakeTerminal(1, 1)).size).toEqual({ width: 1, height: 1 });
  });

  it('uses the default size for a terminal of unknown size', () => {
    const terminal = fakeTerminal(0, 0);
    const screen = new LiveScreen(terminal);
    expect(screen.size).toEqual({ width: 79, height: 23 });
    screen.draw(['one']);
    screen.draw(['two']);
    expect(terminal.written[1]?.startsWith('\u001b[1A\r')).toBe(true);
  });

  it('prints above the drawing', () => {
    const terminal = fakeTerminal(80);
    const screen = new LiveScreen(terminal);
    screen.draw(['drawn']);
    screen.print(['said']);
    screen.draw(['drawn']);
    expect(terminal.written.slice(1)).toEqual(['\u001b[1A\r\u001b[J', 'said\n', '\rdrawn\u001b[K\n\u001b[J']);
  });

  it('hides the cursor while it draws, and gives it back once', () => {
    const terminal = fakeTerminal(80);
    const screen = new LiveScreen(terminal);
    screen.end();
    screen.draw(['a']);
    screen.draw(['b']);
    screen.end();
    screen.end();
    const text = terminal.written.join('');
    expect(text.split('\u001b[?25l')).toHaveLength(2);
    expect(text.endsWith('\u001b[?25h')).toBe(true);
  });
});
