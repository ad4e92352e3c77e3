import { RUN_STATUSES, SEARCH_CHARACTERS, type Page, type QuestionStatus, type QuestionView } from '@assay/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useSession } from '../api/assay.js';
import { useWorkspaces } from '../api/queries.js';
import { PageTitle } from '../app/page-title.js';
import { Empty } from '../design/empty.js';
import { Field } from '../design/field.js';
import { TextField } from '../design/text-field.js';
import { Problem } from '../design/problem.js';
import { MoreButton } from '../design/more-button.js';
import { QueryState } from '../design/query-state.js';
import { HistoryList } from './history-list.js';
import './history.css';

const STATUSES = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');
const LIVE_MS = 3000;

interface Filter {
  workspace?: string;
  status?: QuestionStatus;
  search?: string;
  saved?: boolean;
}

export function HistoryPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = {
    workspace: search.get('workspace') ?? undefined,
    status: STATUSES.find((status) => status === search.get('status')),
    search: search.get('search') ?? undefined,
    saved: search.get('saved') === 'true' || undefined,
  };
  const change = (part: Filter): void => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined && value !== '');
    setSearch(Object.fromEntries(next.map(([name, value]) => [name, String(value)])), { replace: true });
  };
  return (
    <div className="stack history">
      <PageTitle title="History" />
      <Filters filter={filter} onChange={change} />
      <Found filter={filter} />
    </div>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (part: Filter) => void }): ReactElement {
  const workspaces = useWorkspaces();
  return (
    <div className="history-filters">
      <TextField
        label="Search"
        type="search"
        maxLength={SEARCH_CHARACTERS}
        value={filter.search ?? ''}
        onText={(text) => onChange({ search: text })}
      />
      <Field label="Workspace">
        {(control) => (
          <select
            {...control}
            className="input"
            value={filter.workspace ?? ''}
            onChange={(event) => onChange({ workspace: event.target.value })}
          >
            <option value="">All</option>
            {(workspaces.data ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Outcome">
        {(control) => (
          <select
            {...control}
            className="input"
            value={filter.status ?? ''}
            onChange={(event) => onChange({ status: (event.target.value || undefined) as QuestionStatus | undefined })}
          >
            <option value="">Any</option>
            {STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        )}
      </Field>
      <label className="check history-saved">
        <input
          type="checkbox"
          checked={filter.saved ?? false}
          onChange={(event) => onChange({ saved: event.target.checked || undefined })}
        />
        Only saved ones
      </label>
    </div>
  );
}

function Found({ filter }: { filter: Filter }): ReactElement {
  const { client } = useSession();
  const list = useInfiniteQuery({
    queryKey: ['history', filter],
    queryFn: ({ pageParam, signal }) =>
      client.questions.list({ ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<QuestionView>) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'RUNNING' || status === 'QUEUED'))
        ? LIVE_MS
        : false,
  });
  if (list.data === undefined) return <QueryState query={list} what="the questions" lines={6} />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <Empty title="No question like that.">
        <p>
          Choose another filter, or <Link href="/">ask one</Link>.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <HistoryList questions={items} />
      {list.error !== null && <Problem title="The list may be old" error={list.error} />}
      <MoreButton list={list}>Older questions</MoreButton>
    </>
  );
}
