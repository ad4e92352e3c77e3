import { describe, expect, it } from '@jest/globals';
import { visibleContent } from './visible-content.js';

describe('visibleContent', () => {
  it.each([
    ['{"a": 1}', '{"a": 1}', false],
    ['<think>maybe {"a": 0}</think>{"a": 1}', '{"a": 1}', true],
    ['<THINKING>one</THINKING> <think>two</think> ok', '  ok', true],
    ['perhaps {"a": 0}\n</think>\n{"a": 1}', '\n{"a": 1}', true],
    ['Well. <think>hm</think>{"a": 1}', 'Well. {"a": 1}', true],
    ['<think>it never ends {"a": 0}', '', true],
    ['{"a": "say <think>x</think>"}', '{"a": "say <think>x</think>"}', false],
    ['{"a": "say </think>"}', '{"a": "say </think>"}', false],
    ['<think>x</think>{"a": "<think>"}', '{"a": "<think>"}', true],
  ])('%s', (content, text, hadThinking) => {
    expect(visibleContent(content)).toEqual({ text, hadThinking });
  });

  it('is not slow on openers alone', () => {
    const content = '<think>'.repeat(200_000);
    expect(visibleContent(content)).toEqual({ text: '', hadThinking: true });
  });
});
