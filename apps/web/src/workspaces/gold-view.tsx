import { contradictionOf } from '@assay/client';
import type { GoldSqlView, WorkspaceView } from '@assay/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { collect } from '../api/collect.js';
import { useMay } from '../api/queries.js';
import { Empty } from '../design/empty.js';
import { QueryState } from '../design/query-state.js';
import { Sql } from '../design/sql.js';
import { ListedItem } from './listed-item.js';
import { AddGold } from './add-gold.js';
import { OpenComments } from './open-comments.js';

export function GoldView({ workspace }: { workspace: WorkspaceView }): ReactElement {
  const { client } = useSession();
  const mayCurate = useMay('curate', workspace.id);
  const gold = useQuery({
    queryKey: ['gold', workspace.id],
    queryFn: ({ signal }) => collect(client.goldSqls.all(workspace.id, { signal })),
  });
  return (
    <div className="stack">
      <p className="soft prose">
        Liking or correcting an answer adds it here. It answers the same question from then on, and is an example for
        questions that are close to it.
      </p>
      <OpenComments workspace={workspace} />
      {mayCurate && <AddGold workspace={workspace} />}
      <QueryState query={gold} what="the gold SQLs" />
      {gold.data?.length === 0 && (
        <Empty title="There are none yet.">
          <p>Ask something and like the answer, or add a pair that you know to be right.</p>
        </Empty>
      )}
      <ul className="gold-list">
        {(gold.data ?? []).map((one) => (
          <Gold key={one.id} gold={one} workspace={workspace} mayCurate={mayCurate} />
        ))}
      </ul>
    </div>
  );
}

function Gold({
  gold,
  workspace,
  mayCurate,
}: {
  gold: GoldSqlView;
  workspace: WorkspaceView;
  mayCurate: boolean;
}): ReactElement {
  const { client } = useSession();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.goldSqls.remove(workspace.id, gold.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gold', workspace.id] }),
  });
  return (
    <ListedItem title={gold.question} remove={mayCurate ? remove : null}>
      {(gold.setAside ?? null) !== null && (
        <p className="small">
          <span className="tag tag-fail">set aside</span> It does not run any more: {gold.setAside}
        </p>
      )}
      {(gold.contradicts ?? []).length > 0 && (
        <p className="small">
          <span className="tag tag-fail">contradicts another</span> {contradictionOf(gold.contradicts)}
        </p>
      )}
      {gold.evidence !== null && <p className="small soft">{gold.evidence}</p>}
      <Sql sql={gold.sql} />
    </ListedItem>
  );
}
