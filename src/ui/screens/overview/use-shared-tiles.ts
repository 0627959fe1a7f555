/** Shares the tiles: the first figure as a sentence, and all of them as a table. */
import { mainTiles, secondRowTiles } from '#domain/overview/tiles.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { listTotalAmounts, formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import type { Shared } from '#ui/share/ShareMenu.tsx';
import { useSharedFigure } from '#ui/share/use-shared-figure.ts';

export function useSharedTiles(
  answer: { readonly report: Report; readonly result: ReportResult } | undefined,
  showsMoney: boolean,
): Pick<Shared, 'figure' | 'copyTable'> {
  const printing = usePrintSettings();
  const { currency } = useWorkspace();
  const figure = useSharedFigure(answer?.report, answer?.result, mainTiles[0]);
  if (!answer || !figure) return {};
  const { result } = answer;
  const lines = [...mainTiles, ...(showsMoney ? secondRowTiles : [])].flatMap((measure) => {
    const value = result.totals[measure];
    if (value === undefined) return [];
    const amounts = listTotalAmounts(measure, result, printing);
    const text =
      amounts.length > 0
        ? amounts.join(' + ')
        : formatWithUnit(measure, value, printing, chooseCurrency(result, currency));
    return [[overviewTexts.tiles[measure], text]];
  });
  return {
    figure,
    copyTable: () => writeToClipboard(`${figure.text}\n${formatClipboardRows(lines)}`, texts.tableCopied),
  };
}
