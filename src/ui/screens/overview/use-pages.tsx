/** The pages of the Overview, or of a person or client: printed, shared, and written to a file. */
import { Suspense, useState } from 'react';
import type { OverviewPage } from '#domain/overview/pages.ts';
import { mainTiles, secondRowTiles } from '#domain/overview/tiles.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { shareTexts as texts } from '#texts/screens/share.ts';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { call } from '#ui/data/client.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { listTotalAmounts, formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { lazyComponent } from '#ui/late.ts';
import { pageLocale } from '#ui/locale.ts';
import { usePrintKey } from '#ui/paper.tsx';
import type { ViewPeriod } from '#ui/period/view-period.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import type { OpenExport } from '#ui/share/requested-export.ts';
import { ShareMenu, type Shared } from '#ui/share/ShareMenu.tsx';
import { useSharedFigure } from '#ui/share/use-shared-figure.ts';
import { toSelection, type Selected } from './use-overview.ts';

const OverviewExport = lazyComponent(async () => (await import('./OverviewExport.tsx')).OverviewExport);

interface Answer {
  readonly report: Report;
  readonly result: ReportResult;
}

interface PagesInput {
  readonly name: string;
  readonly selected: Selected;
  readonly period: ViewPeriod;
  readonly figures: Answer | undefined;
  /** Whether the figures are those of the view. */
  readonly isCurrent: boolean;
  readonly showsMoney: boolean;
  readonly parts: readonly OverviewPage[];
}

export function usePages({ name, selected, period, figures, isCurrent, showsMoney, parts }: PagesInput) {
  const [exporting, setExporting] = useState<OpenExport>();
  const shared = useSharedTiles(figures, showsMoney);
  const question = { ...toSelection(selected, period), parts: [...parts] };
  const hasPages = isCurrent && figures !== undefined && figures.result.records > 0;
  usePrintKey(
    hasPages ? () => call('export.overview', { ...question, name, isPrinted: true, locale: pageLocale() }) : undefined,
  );
  const close = () => setExporting(undefined);
  return {
    shareMenu: <ShareMenu {...(hasPages && { ...shared, exportFile: (format) => setExporting({ format }) })} />,
    exportDialog: exporting && figures && (
      <ErrorBoundary onClose={close}>
        <Suspense>
          <OverviewExport
            name={name}
            question={question}
            result={figures.result}
            initialFormat={exporting.format}
            onClose={close}
          />
        </Suspense>
      </ErrorBoundary>
    ),
  };
}

/** Shares the tiles: the first figure as a sentence, and all of them as a table. */
function useSharedTiles(answer: Answer | undefined, showsMoney: boolean): Pick<Shared, 'figure' | 'copyTable'> {
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
