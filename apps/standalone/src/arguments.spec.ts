import { describe, expect, it } from '@jest/globals';
import { asksForHelp, HELP, parseArguments } from './arguments.js';

describe('the arguments of npm start', () => {
  it('are all optional', () => {
    const none = { once: false, asks: true, demo: true, question: null, level: null, json: false, data: null };
    expect(parseArguments([])).toEqual(none);
  });

  it('may ask for no question', () => {
    expect(parseArguments(['--no-question'])).toMatchObject({ asks: false, demo: true, once: false, question: null });
  });

  it('may do without the demo, and then ask nothing', () => {
    expect(parseArguments(['--no-demo'])).toMatchObject({ asks: false, demo: false });
  });

  it('are read as documented', () => {
    expect(parseArguments(['--once', '--question', 'How many?', '--level', 'EXPERT', '--json'])).toEqual({
      once: true,
      asks: true,
      demo: true,
      question: 'How many?',
      level: 'EXPERT',
      json: true,
      data: null,
    });
    expect(parseArguments(['--data', './exports'])).toMatchObject({ data: './exports', asks: true });
  });

  it.each([
    [['--level', 'GENIUS'], /--level must be one of BASIC, ADVANCED, EXPERT/],
    [['--question', ' '], /--question must not be empty/],
    [['--data', ''], /--data must not be empty/],
    [['--no-question', '--once'], /--once has no meaning/],
    [['--no-question', '--question', 'How many?'], /--question has no meaning/],
    [['--no-demo', '--level', 'EXPERT'], /--level has no meaning/],
    [['--twice'], /--twice/],
    [['word'], /word/],
  ])('say what is wrong with %j', (words, message) => {
    expect(() => parseArguments(words)).toThrow(message);
    expect(() => parseArguments(words)).toThrow(/Usage: npm start/);
  });

  it('may ask for help, which names each of them', () => {
    expect([['--help'], ['--once', '-h'], ['--once'], []].map(asksForHelp)).toEqual([true, true, false, false]);
    for (const word of ['--once', '--question', '--level', '--json', '--data', '--no-question', '--no-demo'])
      expect(HELP).toContain(`  ${word} `);
  });
});
