/** Offers the commands that were typed in the palette, with their names and periods completed. */
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import type { ReportFile } from '#domain/reports/definition/report.ts';
import { commandTexts as texts } from '#texts/screens/shell.ts';
import { call } from '../data/client.ts';
import { savedReports, useWorkspace } from '../data/queries.ts';
import { periodLabel } from '../format/figures-and-times.ts';
import { useNames } from '../names.ts';
import { printedPages, printPages } from '../paper.tsx';
import { DEFAULT_PERIOD, resolveViewPeriod } from '../period/view-period.ts';
import { paths } from '../routing/paths.ts';
import type { ReportBase } from '../routing/report-view.ts';
import { emptyView, toAddress } from '../routing/view-state.ts';
import { narrowToValue } from '../screens/overview/panel-figures.ts';
import { addressOfView } from '../screens/reports/use-definition.ts';
import { requestExport } from '../share/requested-export.ts';
import { iconProps, type PaletteGroup } from './find-actions.tsx';
import { readCommands, type Command, type Named } from './read-command.ts';

type Of = Named &
  ({ readonly property: string } | { readonly property?: never; readonly base: ReportBase; readonly file: ReportFile });

export function useCommandGroups(typed: string): readonly PaletteGroup[] {
  const workspace = useWorkspace();
  const named = useNamed();
  const commands = readCommands(typed, named, workspace);
  if (commands.length === 0) return [];
  return [
    {
      group: texts.group,
      isAnswer: true,
      actions: commands.map((command) => {
        const { verb, target } = command;
        const isReport = target !== undefined && target.property === undefined;
        // A report already has a period.
        const written = command.period ?? (isReport ? undefined : DEFAULT_PERIOD);
        const { period, text, ...viewed } = resolveViewPeriod(written, workspace);
        const label = period ? periodLabel(period).title : viewed.label;
        const isExport = verb === 'export';
        const Icon = isExport ? IconDownload : IconPrinter;
        return {
          id: `${verb}-${target?.property ?? 'report'}-${target?.id ?? ''}`,
          label: texts[verb](
            isReport ? texts.report(target.label, written && label) : texts.records(label, target?.label),
          ),
          description: isExport ? texts.exportDetail : texts.printDetail,
          leftSection: <Icon {...iconProps} />,
          onClick: () =>
            isExport ? requestExport(toExportAddress(written, target)) : printPages(() => print(text, command)),
        };
      }),
    },
  ];
}

function useNamed(): readonly Of[] {
  const { directory } = useNames();
  const { data: saved } = useQuery(savedReports);
  return useMemo(
    () => [
      ...presets.map(({ id, file }) => ({ label: file.name, id, file, base: { kind: 'preset' as const, name: id } })),
      ...(saved?.reports ?? []).map(({ id, file }) => ({
        label: file.name,
        id,
        file,
        base: { kind: 'saved' as const, id },
      })),
      ...[...new Set(Object.values(directory.objects).flatMap(({ client }) => client ?? []))].map((client) => ({
        label: client,
        id: client,
        property: CLIENT_PROPERTY,
      })),
      ...Object.entries(directory.owners).map(([id, { name }]) => ({ label: name, id, property: OWNER_PROPERTY })),
    ],
    [directory, saved],
  );
}

const select = (target: Of | undefined) =>
  target?.property === undefined ? [] : narrowToValue([], target.property, target.id);

function toExportAddress(period: string | undefined, target: Of | undefined): string {
  if (target === undefined || target.property !== undefined)
    return toAddress(paths.records, { ...emptyView, period, filterGroups: select(target) });
  const changes = period === undefined ? {} : { period };
  return addressOfView({ base: target.base, changes, closed: [], cell: undefined });
}

/** @param period given by its dates */
function print(period: string | undefined, { target, period: typed }: Command<Of>): Promise<unknown> {
  if (target === undefined || target.property !== undefined)
    return call('export.run', {
      filterGroups: select(target),
      ...(period !== undefined && { period }),
      ...printedPages(),
    });
  const { report, name, view } = target.file;
  const question = typed === undefined ? report : { ...report, period: typed };
  return call('export.report', { report: question, ...printedPages(), name, chart: view.chart });
}
