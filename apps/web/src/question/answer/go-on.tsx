import { isKnown, nameLevel, testRequest } from '@assay/client';
import { LEVELS, type EscalationRecord, type Id, type Level, type WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { useAskedRequest, useCaller, useWorkspace } from '../../api/queries.js';
import { draftOf, requestOf, type AskFocus } from '../../ask/ask-draft.js';
import { AskForm } from '../../ask/ask-form.js';
import { useAsk } from '../../ask/use-ask.js';
import { Problem } from '../../design/problem.js';

/** The requested level, and all above the reached one. */
function levelsToAskAt(record: EscalationRecord, maxLevel: Level): Level[] {
  const higher = LEVELS.slice(LEVELS.indexOf(record.level) + 1, LEVELS.indexOf(maxLevel) + 1);
  return [record.requestedLevel, ...higher.filter((level) => level !== record.requestedLevel)];
}

function threadOf({ follows }: EscalationRecord): { follows?: Id } {
  return follows === null ? {} : { follows };
}

/** Whether another attempt would end in the same error. */
export function useEndsTheSame({ error }: EscalationRecord): boolean {
  const caller = useCaller();
  return error?.code === 'MODEL_NOT_CONFIGURED' && caller.data?.answeredBy !== 'model';
}

export function AskAgain({ record }: { record: EscalationRecord }): ReactElement | null {
  const workspace = useWorkspace(record.workspace);
  const asked = useAskedRequest(record.id);
  const ask = useAsk({ after: record.id });
  const endsTheSame = useEndsTheSame(record);
  if (workspace === undefined || asked.data === undefined || endsTheSame) return null;
  const draft = draftOf(asked.data, record.settings, workspace.settings);
  return (
    <>
      {levelsToAskAt(record, workspace.settings.maxLevel).map((level) => (
        <button
          key={level}
          type="button"
          className="button"
          disabled={ask.isPending}
          onClick={() =>
            ask.mutate({
              ...requestOf(workspace.id, { ...draft, level }),
              ...threadOf(record),
              // a gold SQL would answer in place of the models
              ...(level !== record.requestedLevel && { anew: true }),
            })
          }
        >
          {level === record.requestedLevel ? 'Ask again' : `Ask the ${nameLevel(level).toLowerCase()} models`}
        </button>
      ))}
      {ask.error !== null && <Problem title="It could not be asked again" error={ask.error} />}
    </>
  );
}

/** Nothing for tested questions. */
export function TestAnswer({
  record,
  look = 'button',
}: {
  record: EscalationRecord;
  look?: string;
}): ReactElement | null {
  const asked = useAskedRequest(record.id);
  const ask = useAsk({ after: record.id });
  const isUndecided = record.status === 'FAILED' && record.settings.effort === 'instant';
  if (!(isUndecided || record.silver?.why === 'untested') || asked.data === undefined) return null;
  const request = testRequest(record.id, asked.data);
  return (
    <>
      <button type="button" className={look} disabled={ask.isPending} onClick={() => ask.mutate(request)}>
        {isUndecided ? 'Test its SQLs' : 'Test this answer'}
      </button>
      {ask.error !== null && <Problem title="It could not be tested" error={ask.error} />}
    </>
  );
}

/** Asks the models in place of the gold SQL that answered. */
export function AskModels({ record }: { record: EscalationRecord }): ReactElement | null {
  const asked = useAskedRequest(record.id);
  const ask = useAsk({ after: record.id });
  if (!record.attempts.some(isKnown) || asked.data === undefined) return null;
  const request = { ...asked.data, anew: true };
  return (
    <>
      <button type="button" className="button" disabled={ask.isPending} onClick={() => ask.mutate(request)}>
        Ask the models instead
      </button>
      {ask.error !== null && <Problem title="It could not be asked again" error={ask.error} />}
    </>
  );
}

interface ChangedQuestionProps {
  record: EscalationRecord;
  /** Absent for drafts. */
  focus?: AskFocus;
}

export function ChangedQuestion({ record, focus }: ChangedQuestionProps): ReactElement | null {
  const workspace = useWorkspace(record.workspace);
  const asked = useAskedRequest(record.id);
  if (asked.error !== null) return <Problem title="What was asked could not be read" error={asked.error} />;
  if (workspace === undefined || asked.data === undefined) return null;
  return (
    <section className="stack-tight" aria-labelledby="changed-question">
      <h2 id="changed-question">Change it and ask again</h2>
      <AskForm
        key={focus ?? ''}
        workspace={workspace}
        first={firstDraft(record, asked.data, workspace, focus)}
        focus={focus}
        after={record.id}
        {...threadOf(record)}
      />
    </section>
  );
}

/** A step that raises the level proposes the next one. */
function firstDraft(
  record: EscalationRecord,
  asked: Parameters<typeof draftOf>[0],
  workspace: WorkspaceView,
  focus: AskFocus | undefined,
): ReturnType<typeof draftOf> {
  const draft = draftOf(asked, record.settings, workspace.settings);
  const [, next] = levelsToAskAt(record, workspace.settings.maxLevel);
  return focus === 'level' && next !== undefined ? { ...draft, level: next } : draft;
}
