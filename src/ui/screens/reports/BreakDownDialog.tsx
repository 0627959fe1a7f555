/** Asks by which group a line is opened into parts. */
import { Modal, Text } from '@mantine/core';
import { toBrokenLineId, toBrokenLine, type BrokenLine } from '#domain/reports/definition/breakdowns.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
import { NONE } from './builder/Chip.tsx';
import { listGroupOffers, type PickGroup } from './builder/offers.ts';
import { PickList } from './builder/PickList.tsx';

const texts = reportsTexts.breakDown;

/** Keys and groups of a line, outermost first; `folded`: it is the grouped tail, or inside of it. */
export interface DialogLine {
  readonly path: readonly (string | null)[];
  readonly names: readonly string[];
  readonly folded: number | undefined;
}

export interface BreakDownDialogProps {
  readonly row: DialogLine;
  /** What the table calls the line. */
  readonly name: string;
  readonly report: Report;
  readonly calendar: ReportResult['calendar'];
  readonly labels: Labels;
  /** Undefined: its parts are closed. */
  readonly onPick: (by: string | undefined) => void;
  readonly onClose: () => void;
}

export function BreakDownDialog({ row, name, report, calendar, labels, onPick, onClose }: BreakDownDialogProps) {
  useFocusReturn();
  const now = findBreakdown(report, identifyLine(row))?.by;
  const none: PickGroup[] = now === undefined ? [] : [{ label: '', items: [{ value: NONE, label: texts.close }] }];
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(name)}
      size={420}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <Text size="xs" c="var(--ink-2)" mb="md">
        {texts.hint}
      </Text>
      <PickList
        label={reportsTexts.builder.findGroup}
        groups={[...none, ...offersFor(row, report, calendar, labels)]}
        chosen={now === undefined ? [] : [now]}
        onPick={(by) => onPick(by === NONE ? undefined : by)}
      />
    </Modal>
  );
}

/** A line as break-downs name it. */
export function identifyLine({ path, names, folded }: DialogLine): BrokenLine {
  return toBrokenLine(path, names, folded !== undefined);
}

export function findBreakdown({ breakdowns = [] }: Pick<Report, 'breakdowns'>, line: BrokenLine) {
  return breakdowns.find((breakdown) => toBrokenLineId(breakdown) === toBrokenLineId(line));
}

/** Not its own groups, and days only where the report's calendar has them. */
function offersFor(
  { names, path }: DialogLine,
  { columns }: Report,
  calendar: ReportResult['calendar'],
  labels: Labels,
): PickGroup[] {
  const hidden = [...names.slice(0, path.length), ...(columns === undefined ? [] : [columns])];
  return listGroupOffers(labels, hidden).flatMap(({ label, items }) => {
    const fit = items.filter(({ value }) => calendar === 'clock' || findTimeUnit(value) !== 'day');
    return fit.length === 0 ? [] : [{ label, items: fit }];
  });
}
