import type { DemoStory } from './demo-stories.js';

interface ScriptedEvaluation {
  /** A sentence that identifies the version. */
  knownBy: string;
  /** Coherence, originality, impact and action, by reader and editor. */
  reader: [number, number, number, number];
  editor: [number, number, number, number];
  /** Reasons for lost points, same order. */
  defects: [string, string, string, string];
}

export const STORY_SCRIPT: Readonly<Record<DemoStory, ScriptedEvaluation>> = {
  'the-lamp-told': {
    knownBy: 'She was a quiet woman who did her work.',
    reader: [9, 5, 4, 4],
    editor: [9, 4, 5, 3],
    defects: [
      'Why the cable, and with it all the rest, could break so easily is left to chance.',
      'The veteran and the newcomer are the pair that one expects, and nothing sets them apart.',
      '"Tobias was afraid. It was very hard work": the feelings are reported and never felt.',
      'The storm, the heart of it, is over in one paragraph of summary.',
    ],
  },
  'the-lamp-shown': {
    knownBy: 'Ada Mahony counted them for him, aloud, from below.',
    reader: [9, 9, 9, 8],
    editor: [9, 8, 9, 8],
    defects: [
      'What became of the cat is one hint too many.',
      'A keeper against her machine has been told before, though not in this voice.',
      'The boat at dawn comes without the fear that it might not.',
      'The first two days pass in three sentences; the machine could be seen at work once.',
    ],
  },
  'the-lamp-broken': {
    knownBy: 'There was no village on the island; there never had been.',
    reader: [1, 6, 3, 5],
    editor: [0, 5, 2, 5],
    defects: [
      'Thirty-one years or since spring, a village or none, the clockwork sold and turning: it contradicts itself in every paragraph.',
      'The contradictions surprise, but nothing is made of them.',
      'The boat is lost and its crew gives thanks: nobody can be mourned or saved.',
      'Tobias leaves before the storm that he works through.',
    ],
  },
};

/** By first words; other phrases are narrated. */
export const SPEAKERS: readonly { begins: string; character: string; emotion: string }[] = [
  { begins: 'You should sleep', character: 'Ada', emotion: 'neutral' },
  { begins: 'It needs no oil', character: 'Tobias', emotion: 'proud' },
  { begins: 'No clockwork', character: 'Tobias', emotion: 'proud' },
  { begins: 'No keeper', character: 'Ada', emotion: 'sad' },
  { begins: 'You may say it', character: 'Ada', emotion: 'sad' },
  { begins: "It can't", character: 'Tobias', emotion: 'scared' },
  { begins: 'It has a reserve', character: 'Tobias', emotion: 'scared' },
  { begins: 'Hold this', character: 'Ada', emotion: 'neutral' },
  { begins: 'Count', character: 'Ada', emotion: 'neutral' },
  { begins: 'Eight, and then dark', character: 'Ada', emotion: 'neutral' },
  { begins: 'Eight', character: 'Tobias', emotion: 'angry' },
  { begins: 'You will like', character: 'Ada', emotion: 'happy' },
];
