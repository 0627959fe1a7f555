/** Where the list of reports is: beside the report, or behind a button above it. */
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/** In narrower windows the list would take the room that figures need. */
const FITS_BESIDE = '(min-width: 1180px)';
/** In windows as wide a report has its controls in one row beside the list. */
const IS_BESIDE = '(min-width: 1680px)';

export interface ListPlace {
  readonly isBeside: boolean;
  /** Puts it there for good, or away; undefined: there is no room for it. */
  readonly setBeside: ((isBeside: boolean) => void) | undefined;
}

export function useListPlace(): ListPlace {
  const fits = useMediaQuery(FITS_BESIDE, true, { getInitialValueInEffect: false });
  const isWide = useMediaQuery(IS_BESIDE, false, { getInitialValueInEffect: false });
  const [chosen, choose] = useLocalStorage<'beside' | 'behind' | 'auto'>({
    key: 'timelog-report-list',
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  });
  return {
    isBeside: fits && (chosen === 'auto' ? isWide : chosen === 'beside'),
    setBeside: fits ? (isBeside) => choose(isBeside ? 'beside' : 'behind') : undefined,
  };
}
