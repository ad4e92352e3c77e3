import type { Id, TtsSchema } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { Problem } from '../design/problem.js';
import { Waiting } from '../design/waiting.js';

export function StoryScript({ evaluation, label }: { evaluation: Id; label: string }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Script for speech of {label}</summary>
      {open && <Script evaluation={evaluation} label={label} />}
    </details>
  );
}

function Script({ evaluation, label }: { evaluation: Id; label: string }): ReactElement {
  const { client } = useSession();
  const script = useQuery({
    queryKey: ['story-script', evaluation, label],
    queryFn: async ({ signal }) =>
      (await client.storyEvaluations.ttsSchema(evaluation, label, { signal })) as TtsSchema,
  });
  if (script.data === undefined) {
    return script.error === null ? (
      <Waiting what="the script" />
    ) : (
      <Problem title="The script could not be read" error={script.error} />
    );
  }
  const { characters, timeline } = script.data;
  return (
    <div className="stack">
      <p className="small soft">{characters.map(({ name, voice }) => `${name}: ${voice}`).join(', ')}</p>
      <ol className="story-script">
        {timeline.map(({ character, text, emotion }, index) => (
          <li key={index}>
            <span className="small soft">
              {character}, {emotion}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
