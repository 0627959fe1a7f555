/** What pages of tiles and panels share: a press on a figure explains it, and one on a change tells why the figure moved. */
import { useState, type ReactNode } from 'react';
import type { Settings } from '#domain/settings.ts';
import { askChange, type AskedChange } from '#ui/bridge/asked-change.ts';
import { BridgeDrawer } from '#ui/bridge/BridgeDrawer.tsx';
import { ExplainDrawer } from '#ui/explain/ExplainDrawer.tsx';
import type { CellPlace } from '#ui/routing/report-view.ts';
import { explainFigure, type AnswerName, type FigureContext, type FigurePlace } from './explain-figure.ts';

interface ExplainedFigures {
  readonly explain: (of: AnswerName) => (cell: CellPlace) => void;
  readonly explainPlace: (place: FigurePlace) => void;
  readonly explainTile: (measure: string, isChange: boolean) => void;
  readonly drawers: ReactNode;
}

/** @param context its settings are undefined until they are loaded: nothing is explained before */
export function useExplained(
  context: Omit<FigureContext, 'settings'> & { readonly settings: Settings | undefined },
): ExplainedFigures {
  const { settings } = context;
  const { compared } = context.answers;
  const [explained, setExplained] = useState<FigurePlace>();
  const [moved, setMoved] = useState<AskedChange>();
  const askWhy = (measure: string) => compared && askChange(compared.report, measure);
  const moving = explained?.kind === 'cell' && explained.of === 'figures' ? askWhy(explained.cell.measure) : undefined;
  const explain = (of: AnswerName) => (cell: CellPlace) => setExplained({ kind: 'cell', of, cell });
  return {
    explain,
    explainPlace: setExplained,
    explainTile: (measure, isChange) => {
      const why = isChange ? askWhy(measure) : undefined;
      if (why) setMoved(why);
      else explain(measure === 'utilisation' ? 'expected' : 'figures')({ measure, row: [] });
    },
    drawers: (
      <>
        <ExplainDrawer
          explained={explained && settings ? explainFigure(explained, { ...context, settings }) : undefined}
          onClose={() => setExplained(undefined)}
          onWhy={
            moving &&
            (() => {
              setExplained(undefined);
              setMoved(moving);
            })
          }
        />
        <BridgeDrawer change={moved} onClose={() => setMoved(undefined)} />
      </>
    ),
  };
}
