/** Explains figures on pages of tiles and panels: a click on a figure explains it, one on a change shows why the figure moved. */
import { useState } from 'react';
import { findExplainedChange, type ExplainedChange } from '#ui/bridge/explained-change.ts';
import { lazyOverlay } from '#ui/components/overlays.tsx';
import type { CellPlace } from '#ui/routing/report-view.ts';
import type { AnswerName, FigurePlace } from './explain-figure.ts';
import type { FigureDrawerProps } from './FigureDrawer.tsx';

const BridgeDrawer = lazyOverlay(
  async () => (await import('#ui/bridge/BridgeDrawer.tsx')).BridgeDrawer,
  ({ change }) => change !== undefined,
);
const FigureDrawer = lazyOverlay(
  async () => (await import('./FigureDrawer.tsx')).FigureDrawer,
  ({ place }) => place !== undefined,
);

export function useExplained(context: FigureDrawerProps['context']) {
  const { compared } = context.answers;
  const [explained, setExplained] = useState<FigurePlace>();
  const [moved, setMoved] = useState<ExplainedChange>();
  const askWhy = (measure: string) => compared && findExplainedChange(compared.report, measure);
  const asked =
    explained?.kind === 'cell' && explained.answer === 'figures' ? askWhy(explained.cell.measure) : undefined;
  const explain = (answer: AnswerName) => (cell: CellPlace) => setExplained({ kind: 'cell', answer, cell });
  return {
    explain,
    explainPlace: setExplained,
    explainTile: (measure: string, isChange: boolean) => {
      const why = isChange ? askWhy(measure) : undefined;
      if (why) setMoved(why);
      else explain(measure === 'utilisation' ? 'expected' : 'figures')({ measure, row: [] });
    },
    drawers: (
      <>
        <FigureDrawer
          place={explained}
          context={context}
          onClose={() => setExplained(undefined)}
          onWhy={
            asked &&
            (() => {
              setExplained(undefined);
              setMoved(asked);
            })
          }
        />
        <BridgeDrawer change={moved} onClose={() => setMoved(undefined)} />
      </>
    ),
  };
}
