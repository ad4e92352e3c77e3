import { count } from '@assay/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { useMe } from '../api/queries.js';
import { Menu } from '../design/menu.js';
import { describeUsage } from '../workspaces/usage-today.js';
import { dropDrafts, dropDraftsOfOthers } from '../ask/kept-drafts.js';

/** Who is signed in, what they may do, and the way out. */
export function Person(): ReactElement | null {
  const { client, become, hasKey } = useSession();
  const queries = useQueryClient();
  const me = useMe().data;
  const subject = me?.person?.subject;
  useEffect(() => {
    if (subject === undefined) return;
    become(subject);
    if (dropDraftsOfOthers(subject)) window.location.reload();
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
    <Menu
      className="tool"
      label={
        <>
          <span>{me.name}</span>
          {over && ' (quota used up)'}
        </>
      }
    >
      <ul className="menu-facts small">
        {me.roles.length === 0 && <li>No role: ask the administrator of Assay for one.</li>}
        {me.roles.map(({ role, workspaces }) => (
          <li key={[role, ...(workspaces ?? [])].join()}>
            {role} in {workspaces === null ? 'all workspaces' : count(workspaces.length, 'workspace')}
          </li>
        ))}
        {used.map(({ of, summary }) => (
          <li key={of}>
            {of} today: {summary}
          </li>
        ))}
      </ul>
      {!hasKey && (
        <button type="button" className="button" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </button>
      )}
    </Menu>
  );
}
