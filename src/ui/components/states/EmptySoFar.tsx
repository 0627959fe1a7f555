/** Nothing fits so far: not all records are here, and the way to them comes first. */
import type { ReactNode } from 'react';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface EmptySoFarProps {
  readonly title: string;
  readonly detail: string;
  /** The way to fewer conditions, where there are some. */
  readonly clear: ReactNode;
}

export function EmptySoFar({ title, detail, clear }: EmptySoFarProps) {
  return (
    <EmptyState
      title={title}
      detail={detail}
      action={
        <>
          <RefreshButton primary />
          {clear}
        </>
      }
    />
  );
}
