/** How much of a comparison is shown beside each figure: its change, or also the earlier figure and the parts of the change. */
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
