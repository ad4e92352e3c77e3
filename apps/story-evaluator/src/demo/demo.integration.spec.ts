import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN, openStoryFixture, type StoryFixture } from '../testing/story-fixture.js';
import { toolCalls } from '../testing/replies.js';
import { demoStory, DEMO_STORIES } from './demo-stories.js';
import { demoStoryCalls } from './demo-story-model.js';

describe('the demo of stories', () => {
  let fixture: StoryFixture;
  beforeAll(async () => {
    fixture = await openStoryFixture();
    fixture.script(({ prompt }) => {
      const calls = demoStoryCalls(prompt);
      if (calls === null) return { status: 404, body: { error: { message: 'not in the demo' } } };
      return toolCalls(...calls.map((call): [string, unknown] => [call.name, call.arguments]));
    });
  });
  afterAll(() => fixture.close());

  it('chooses the version that is shown, before the one that is told and the one that is broken', async () => {
    const record = await fixture.evaluate({
      storyId: 'the-lamp',
      candidates: DEMO_STORIES.map((label) => ({ label, text: demoStory(label) })),
      evaluators: [
        { name: 'reader', instructions: 'You read for pleasure.' },
        { name: 'editor', instructions: 'You read as an editor.' },
      ],
      minimumScore: 60,
      mode: 'prompt',
      tts: {},
    });
    expect(record).toMatchObject({ status: 'DONE', choice: 'the-lamp-shown', failedEvaluators: [] });
    expect(record.ranking.map(({ label, score, approved }) => [label, score, approved])).toEqual([
      ['the-lamp-shown', 86.25, true],
      ['the-lamp-told', 53.75, false],
      ['the-lamp-broken', 33.75, false],
    ]);
    expect(record.coverage.map(({ coveragePercent }) => coveragePercent)).toEqual(record.coverage.map(() => 100));
    const { characters, timeline } = await fixture.reader.ttsSchema(record.id, { label: 'the-lamp-shown' }, ADMIN);
    expect(characters.map(({ name }) => name)).toEqual(['Narrator', 'Tobias', 'Ada']);
    expect(timeline).toContainEqual({ character: 'Tobias', text: 'Eight.', emotion: 'angry' });
  });

  it('has nothing to say to any other story', () => {
    expect(demoStoryCalls('Evaluate the story "x".\n\n# The story\n\n{{CHUNK_1}}: Once.')).toBeNull();
    expect(demoStoryCalls('Turn this chunk into speech.\n{{CHUNK_1}}: Once.\n</data-1>')).toBeNull();
  });
});
