/** How much of a comparison is shown beside each figure: its change, or the figure of before and the parts of the change as well. */
import { useLocalStorage } from '@mantine/hooks';

export type ComparedColumns = 'change' | 'all';

export function useComparedColumns(): [ComparedColumns, (columns: ComparedColumns) => void] {
  const [columns, choose] = useLocalStorage<ComparedColumns>({
    key: 'timelog-compared-columns',
    defaultValue: 'change',
    getInitialValueInEffect: false,
  });
  return [columns, choose];
}
