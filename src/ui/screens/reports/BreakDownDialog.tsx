/** The dialog to choose the group by which a line is broken down. */
import { Modal, Text } from '@mantine/core';
import { toBrokenDownLineId, toBrokenDownLine, type BrokenDownLine } from '#domain/reports/definition/breakdowns.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import type { Labels } from '#domain/charts/labels.ts';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
import { NONE } from './builder/Chip.tsx';
import { listGroupOffers, type PickGroup } from './builder/offers.ts';
import { PickList } from './builder/PickList.tsx';

const texts = reportsTexts.breakDown;

/** Keys and groups of a line, outermost first; `folded` is set for the grouped tail and for lines inside it. */
export interface DialogLine {
  readonly path: readonly (string | null)[];
  readonly names: readonly string[];
  readonly folded: number | undefined;
}

export interface BreakDownDialogProps {
  readonly row: DialogLine;
  readonly name: string;
  readonly report: Report;
  readonly calendar: ReportResult['calendar'];
  readonly labels: Labels;
  /** Called with undefined to close the parts. */
  readonly onPick: (by: string | undefined) => void;
  readonly onClose: () => void;
}

export function BreakDownDialog({ row, name, report, calendar, labels, onPick, onClose }: BreakDownDialogProps) {
  useFocusReturn();
  const current = findBreakdown(report, identifyLine(row))?.by;
  const none: PickGroup[] = current === undefined ? [] : [{ label: '', items: [{ value: NONE, label: texts.close }] }];
  return (
    <Modal opened onClose={onClose} title={texts.title(name)} size={420}>
      <Text size="xs" c="var(--ink-2)" mb="md">
        {texts.hint}
      </Text>
      <PickList
        label={reportsTexts.builder.findGroup}
        groups={[...none, ...listOffers(row, report, calendar, labels)]}
        chosen={current === undefined ? [] : [current]}
        onPick={(by) => onPick(by === NONE ? undefined : by)}
      />
    </Modal>
  );
}

export function identifyLine({ path, names, folded }: DialogLine): BrokenDownLine {
  return toBrokenDownLine(path, names, folded !== undefined);
}

export function findBreakdown({ breakdowns = [] }: Pick<Report, 'breakdowns'>, line: BrokenDownLine) {
  return breakdowns.find((breakdown) => toBrokenDownLineId(breakdown) === toBrokenDownLineId(line));
}

/** Lists groups other than the line's own, and days only if the report's calendar has them. */
function listOffers(
  { names, path }: DialogLine,
  { columns }: Report,
  calendar: ReportResult['calendar'],
  labels: Labels,
): PickGroup[] {
  const hidden = [...names.slice(0, path.length), ...(columns === undefined ? [] : [columns])];
  return listGroupOffers(labels, hidden).flatMap(({ label, items }) => {
    const offered = items.filter(({ value }) => calendar === 'clock' || findTimeUnit(value) !== 'day');
    return offered.length === 0 ? [] : [{ label, items: offered }];
  });
}
