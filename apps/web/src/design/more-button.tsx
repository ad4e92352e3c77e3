import type { ReactElement } from 'react';

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: string;
}

export function MoreButton({ list, children }: MoreButtonProps): ReactElement | null {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <button
        type="button"
        className="button"
        disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? 'Fetching …' : children}
      </button>
    </div>
  );
}
