import { ApiProblem } from '@assay/client';
import { STORY_NAME_CHARACTERS } from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/contracts/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../api/assay.js';
import { PageTitle } from '../app/page-title.js';
import { TextArea, TextField } from '../design/text-field.js';
import { Problem } from '../design/problem.js';
import { EarlierStories } from './earlier-stories.js';
import './stories.css';

interface StoryDraft {
  storyId: string;
  texts: string[];
  /** Names, one per line. */
  evaluators: string;
  minimumScore: string;
  inParts: boolean;
  narrate: boolean;
}

const EMPTY: StoryDraft = {
  storyId: '',
  texts: ['', ''],
  evaluators: 'reader\neditor',
  minimumScore: '',
  inParts: false,
  narrate: false,
};
const MOST_VERSIONS = 10;

function labelOf(index: number): string {
  return `version ${index + 1}`;
}

function requestOf({ storyId, texts, evaluators, minimumScore, inParts, narrate }: StoryDraft): StoryEvaluationRequest {
  return {
    storyId: storyId.trim(),
    candidates: texts.flatMap((text, index) => (text.trim() === '' ? [] : [{ label: labelOf(index), text }])),
    evaluators: evaluators
      .split('\n')
      .map((name) => ({ name: name.trim() }))
      .filter(({ name }) => name !== ''),
    mode: inParts ? 'parts' : 'prompt',
    ...(minimumScore === '' ? {} : { minimumScore: Number(minimumScore) }),
    ...(narrate ? { tts: {} } : {}),
  };
}

export function StoriesPage(): ReactElement {
  return (
    <div className="stories">
      <NewStory />
      <EarlierStories />
    </div>
  );
}

function NewStory(): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<StoryDraft>): void => setDraft((current) => ({ ...current, ...part }));
  const start = useMutation({
    mutationFn: () => client.storyEvaluations.evaluate(requestOf(draft)),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['stories'] });
      navigate(`/stories/${id}`);
    },
  });
  const problems = start.error instanceof ApiProblem ? start.error.errors : [];
  const problemOf = (field: string): string | null =>
    problems.find((one) => one.field.startsWith(field))?.message ?? null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!start.isPending) start.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <PageTitle title="Evaluate a story" />
      <p className="soft prose">Several readers score every version; the best one is chosen, with their reasons.</p>
      <TextField
        label="Name of the story"
        problem={problemOf('storyId')}
        required
        maxLength={STORY_NAME_CHARACTERS}
        value={draft.storyId}
        onText={(text) => change({ storyId: text })}
      />
      <Versions texts={draft.texts} problem={problemOf('candidates')} onChange={(texts) => change({ texts })} />
      <Judging draft={draft} onChange={change} problemOf={problemOf} />
      {start.error !== null && <Problem title="The evaluation was not started" error={start.error} />}
      <div>
        <button type="submit" className="button button-primary" disabled={start.isPending}>
          {start.isPending ? 'Starting …' : 'Evaluate'}
        </button>
      </div>
    </form>
  );
}

interface VersionsProps {
  texts: string[];
  problem: string | null;
  onChange: (texts: string[]) => void;
}

function Versions({ texts, problem, onChange }: VersionsProps): ReactElement {
  return (
    <>
      {texts.map((text, index) => (
        <TextArea
          key={index}
          label={labelOf(index).replace('v', 'V')}
          hint={index > 0 ? 'Left empty it is left out.' : undefined}
          problem={index === 0 ? problem : null}
          rows={5}
          required={index === 0}
          value={text}
          onText={(typed) => onChange(texts.with(index, typed))}
        />
      ))}
      {texts.length < MOST_VERSIONS && (
        <div>
          <button type="button" className="button" onClick={() => onChange([...texts, ''])}>
            Add a version
          </button>
        </div>
      )}
    </>
  );
}

interface JudgingProps {
  draft: StoryDraft;
  onChange: (part: Partial<StoryDraft>) => void;
  problemOf: (field: string) => string | null;
}

function Judging({ draft, onChange, problemOf }: JudgingProps): ReactElement {
  return (
    <>
      <div className="fields">
        <TextArea
          label="Evaluators"
          hint="One name per line, such as the role they read in."
          problem={problemOf('evaluators')}
          rows={3}
          required
          value={draft.evaluators}
          onText={(text) => onChange({ evaluators: text })}
        />
        <TextField
          label="Minimum score"
          hint="0–100. Below it a version is not approved."
          problem={problemOf('minimumScore')}
          type="number"
          min={0}
          max={100}
          placeholder="none"
          value={draft.minimumScore}
          onText={(text) => onChange({ minimumScore: text })}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.inParts}
          onChange={(event) => onChange({ inParts: event.target.checked })}
        />
        Let evaluators read it part by part (for long stories)
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.narrate}
          onChange={(event) => onChange({ narrate: event.target.checked })}
        />
        Write the script for speech: who says what, in which mood
      </label>
    </>
  );
}
