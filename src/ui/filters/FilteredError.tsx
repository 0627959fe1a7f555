/** An error on a filtered screen: where the filter itself is at fault, it offers to remove it. */
import { Button } from '@mantine/core';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorState } from '../components/states/ErrorState.tsx';
import { isFailure } from '../data/error-text.ts';
import type { ChangeView } from '../routing/view.ts';

export interface FilteredErrorProps {
  readonly error: unknown;
  readonly change: ChangeView;
  readonly onRetry: () => void;
}

export function FilteredError({ error, change, onRetry }: FilteredErrorProps) {
  if (!isFailure(error, 'filter-invalid') && !isFailure(error, 'usage')) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  const clear = () => change({ filterGroups: [], query: '', period: undefined, sort: undefined });
  return <ErrorState error={error} action={<Button onClick={clear}>{uiTexts.recordsScreen.clearFilters}</Button>} />;
}
