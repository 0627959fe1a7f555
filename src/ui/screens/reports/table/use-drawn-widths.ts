/** The widths of a report's columns that were drawn by hand: kept on this computer, for each report its own. */
import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import type { DrawnWidths } from './grid-layout.ts';

export interface ColumnWidths {
  readonly drawn: DrawnWidths;
  /** Undefined: as wide as it comes. */
  readonly resize: (columnId: string, width: number | undefined) => void;
}

const none: DrawnWidths = {};

/** @param report what it is called in addresses: a preset, or a saved one by its id */
export function useDrawnWidths(report: string): ColumnWidths {
  const { name: workspace } = useWorkspace();
  const [drawn, setDrawn] = useLocalStorage<DrawnWidths>({
    key: `timelog-report-widths ${workspace} ${report}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const resize = useCallback(
    (columnId: string, width: number | undefined) =>
      setDrawn((before) => {
        const { [columnId]: _, ...others } = before;
        return width === undefined ? others : { ...others, [columnId]: width };
      }),
    [setDrawn],
  );
  return { drawn, resize };
}
