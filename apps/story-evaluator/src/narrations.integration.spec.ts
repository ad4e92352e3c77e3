import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoryEvaluationRecord } from '@assay/contracts';
import type { ModelCall, RawReply } from '@assay/testing';
import { ADMIN, openStoryFixture, type StoryFixture } from './testing/story-fixture.js';
import { evaluation, toolCalls, words } from './testing/replies.js';

const WORDS = Array.from({ length: 200 }, (_, index) => `word${index}`);
const spoken = (from: number, to: number): string => WORDS.slice(from, to).join(' ');

const isNarration = ({ prompt }: ModelCall): boolean => /Turn this chunk into speech/.test(prompt);
const chunkOf = ({ prompt }: ModelCall): number => Number(/\{\{CHUNK_(\d+)\}\}: /.exec(prompt)?.[1]);
const narration = (text: string): RawReply => toolCalls(['add_narration', { text }]);

describe('the narration of a story', () => {
  let fixture: StoryFixture;
  beforeAll(async () => {
    fixture = await openStoryFixture();
  });
  afterAll(() => fixture.close());

  async function narrate(text: string, ...replies: RawReply[]): Promise<StoryEvaluationRecord> {
    let turn = 0;
    fixture.script((call) => {
      if (!isNarration(call)) return evaluation(5);
      return replies[Math.min(turn++, replies.length - 1)] ?? words('');
    });
    return fixture.evaluate({
      storyId: 'story',
      candidates: [{ label: 'one', text }],
      evaluators: [{ name: 'anna' }],
      mode: 'prompt',
      tts: {},
    });
  }
  const narratorCalls = (): ModelCall[] => fixture.model.calls.filter(isNarration);

  it('gets one feedback below 90 %, and ends at once above it, with no closing call', async () => {
    const record = await narrate(`${WORDS.join(' ')}.`, narration(spoken(0, 178)), narration(spoken(0, 190)));
    expect(narratorCalls()).toHaveLength(2);
    const [first, second] = narratorCalls().map(({ prompt }) => prompt);
    expect(first).not.toMatch(/Only \d+ %/);
    expect(second?.match(/Only 89 % of the chunk's words are spoken; it takes 90 %/g)).toHaveLength(1);
    expect(record.coverage).toMatchObject([{ label: 'one', chunk: 1, coveragePercent: 95, isValid: true, errors: [] }]);
    expect(record.status).toBe('DONE');
    const schema = await fixture.reader.ttsSchema(record.id, { label: 'one' }, ADMIN);
    expect(schema.timeline.map(({ text }) => text)).toEqual([spoken(0, 178), spoken(178, 190)]);
    expect(JSON.stringify(schema)).toMatch(
      /^\{"characters":\[\{"name":"Narrator","voice":.*"timeline":\[\{"character":"Narrator","text":/,
    );
  });

  it('is measured by the chunk alone, whatever the prompt says around it', async () => {
    const record = await narrate(WORDS.join(' '), narration(spoken(0, 180)));
    expect(narratorCalls()).toHaveLength(1);
    expect(record.coverage).toMatchObject([{ coveragePercent: 90, isValid: true }]);
  });

  it('counts accents, many short lines and repeated sentences for what they are', async () => {
    const lines = [
      '«Perché?»',
      '«Così.»',
      '«No.»',
      '«No!»',
      'Ella tacque; però sorrise.',
      '«Perché?»',
      '«Sì.»',
      '«No.»',
    ];
    const phrases = lines.map((line): [string, unknown] => [
      'add_phrase',
      { character: 'Ella', text: line.normalize('NFD'), emotion: 'joyful' },
    ]);
    const record = await narrate(lines.join('\n'), toolCalls(...phrases));
    expect(narratorCalls()).toHaveLength(1);
    expect(record.coverage).toMatchObject([{ coveragePercent: 100, isValid: true, warnings: [] }]);
    const { characters, timeline } = await fixture.reader.ttsSchema(record.id, { label: 'one' }, ADMIN);
    expect(characters).toEqual([{ name: 'Ella', voice: 'voice-1', gender: 'unknown', defaultEmotion: 'happy' }]);
    expect(timeline).toHaveLength(8);
  });

  it('counts nothing for missing text or character, and warns of a missing emotion', async () => {
    const record = await narrate(
      'She laughed. "Stop it at once," he said to her.',
      toolCalls(
        ['add_narration', { text: '' }],
        ['add_phrase', { text: 'Stop it at once' }],
        ['add_narration', { text: 'She laughed.' }],
      ),
      toolCalls(
        ['add_phrase', { character: 'he', text: 'Stop it at once,' }],
        ['add_narration', { text: 'he said to her' }],
        ['add_phrase', { character: 'he', text: 'Stop it at once', emotion: 'sarcastic' }],
      ),
    );
    expect(narratorCalls()).toHaveLength(2);
    const [report] = record.coverage;
    expect(report).toMatchObject({ coveragePercent: 100, isValid: true });
    expect(report?.['errors']).toEqual([
      expect.stringMatching(/^add_narration: .*text/),
      expect.stringMatching(/^add_phrase: .*character.* is missing/),
    ]);
    expect(report?.['warnings']).toEqual([
      'he: no emotion; neutral is taken',
      'he: "sarcastic" is no emotion; neutral is taken',
      'he: "Stop it at once" was spoken before',
    ]);
    const { timeline } = await fixture.reader.ttsSchema(record.id, { label: 'one' }, ADMIN);
    expect(timeline.map(({ text }) => text)).toEqual(['She laughed.', 'Stop it at once,', 'he said to her']);
  });

  it('takes a blank name or text for a missing one', async () => {
    const record = await narrate(
      'She laughed. "Stop it," he said.',
      toolCalls(
        ['add_phrase', { character: ' ', text: 'Stop it' }],
        ['add_phrase', { character: 'he', text: ' \n ' }],
        ['add_narration', { text: '  ' }],
      ),
      toolCalls(['add_narration', { text: 'She laughed. Stop it he said.' }]),
    );
    expect(narratorCalls()).toHaveLength(2);
    expect(record.coverage[0]?.['errors']).toEqual([
      'add_phrase: "character" must be filled, not " ".',
      'add_phrase: "text" must be filled, not " \\n ".',
      'add_narration: "text" must be filled, not "  ".',
    ]);
    const { characters } = await fixture.reader.ttsSchema(record.id, { label: 'one' }, ADMIN);
    expect(characters.map(({ name }) => name)).toEqual(['Narrator']);
  });

  it('reports a chunk without words with 0 %, asks no model for it, and has a script without lines', async () => {
    const record = await narrate('* * *', narration('anything'));
    expect(narratorCalls()).toHaveLength(0);
    expect(record).toMatchObject({ status: 'DONE', choice: 'one' });
    expect(record.coverage).toMatchObject([
      { chunk: 1, coveragePercent: 0, isValid: false, errors: [], warnings: [expect.stringMatching(/no words/)] },
    ]);
    const schema = await fixture.reader.ttsSchema(record.id, { label: 'one' }, ADMIN);
    expect(schema).toEqual({ characters: [], timeline: [] });
  });

  it('takes each chunk in a run of its own, and puts them together in order', async () => {
    const text = Array.from(
      { length: 100 },
      (_, index) => `Sentence ${index} tells of the sea and of those who watch it.`,
    ).join(' ');
    fixture.script((call) => {
      if (!isNarration(call)) return evaluation(5);
      const chunk = /\{\{CHUNK_\d+\}\}: ([\s\S]*?)\n<\/data-/.exec(call.prompt)?.[1] ?? '';
      return toolCalls(['add_narration', { text: chunk }]);
    });
    const record = await fixture.evaluate({
      storyId: 'story',
      candidates: ['one', 'two'].map((label) => ({ label, text: `${text} The end of ${label}.` })),
      evaluators: [{ name: 'anna' }],
      mode: 'prompt',
      tts: { threshold: 100 },
    });
    const calls = narratorCalls();
    expect(new Set(calls.map(({ task }) => task)).size).toBe(calls.length);
    expect(calls.map(chunkOf).sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    for (const { prompt } of calls) expect(prompt.match(/Sentence \d+ tells/g)?.length).toBeLessThan(40);
    expect(record.coverage.map(({ isValid }) => isValid)).toEqual(new Array(8).fill(true));
    for (const label of ['one', 'two']) {
      const { timeline } = await fixture.reader.ttsSchema(record.id, { label }, ADMIN);
      expect(timeline.map((line) => line.text).join(' ')).toBe(`${text} The end of ${label}.`);
    }
    expect(record.ranking).toHaveLength(2);
  });

  it('fails on its own, named on record, and leaves the evaluation standing', async () => {
    const record = await narrate('A short tale of a lamp.', words('I would rather not.'));
    expect(narratorCalls()).toHaveLength(4);
    expect(record).toMatchObject({ status: 'DONE', choice: 'one', failedEvaluators: [] });
    expect(record.coverage).toMatchObject([{ coveragePercent: 0, isValid: false }]);
    expect(record.events.find(({ type }) => type === 'chunk-narrated')).toMatchObject({
      label: 'one',
      chunk: 1,
      reason: expect.stringMatching(/^no-tool-call/) as unknown,
    });
  });
});
