import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { useMe } from '../api/queries.js';
import { describeUsage } from '../workspaces/usage-today.js';
import { dropDrafts } from '../ask/kept-drafts.js';

/** Who is signed in, and the way out. */
export function Person(): ReactElement | null {
  const { client, become, hasKey } = useSession();
  const queries = useQueryClient();
  const me = useMe().data;
  const subject = me?.person?.subject;
  useEffect(() => {
    if (subject !== undefined) become(subject);
  }, [become, subject]);
  const signOut = useMutation({
    mutationFn: () => client.people.signOut(),
    onSuccess: ({ redirect }) => {
      dropDrafts();
      queries.clear();
      window.location.assign(redirect);
    },
  });
  if (me === undefined || me.person === null) return null;
  const used = (me.quotas ?? []).map(({ group, ...usage }) => ({ of: group ?? 'You', ...describeUsage(usage) }));
  const over = used.some((each) => each.over);
  return (
    <>
      <span
        className="tool"
        title={[
          me.roles.map(({ role }) => role).join(', '),
          ...used.map(({ of, summary }) => `${of} today: ${summary}`),
        ].join('\n')}
      >
        {me.name}
        {over && ' (quota used up)'}
      </span>
      {!hasKey && (
        <button type="button" className="tool" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </button>
      )}
    </>
  );
}
