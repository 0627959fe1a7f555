/** The chips that set the order of the lines, and how many are listed before the tail is grouped. */
import { Button, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { orderedFigures, type Report, formatOrder, parseOrder } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { selectOnFocus } from '#ui/keyboard.ts';
import { Chip, NONE, type BuilderProps } from './Chip.tsx';
import { PickList } from './PickList.tsx';
import type { PickItem } from './offers.ts';
import classes from './builder.module.css';

const texts = reportsTexts.builder;
const MAX_TOP = 1000;
const tops = [5, 10, 20, 50];

interface OrderChipProps extends BuilderProps {
  readonly measureLabel: (id: string) => string;
}

export function OrderChip({ definition: { report }, labels, measureLabel, onChange }: OrderChipProps) {
  const items: PickItem[] = [
    { value: NONE, label: texts.orderAuto, detail: texts.orderAutoDetail },
    ...report.measures.flatMap((id) => [
      { value: formatOrder({ by: id, direction: 'descending' }), label: texts.descending(measureLabel(id)) },
      { value: formatOrder({ by: id, direction: 'ascending' }), label: texts.ascending(measureLabel(id)) },
      ...(report.compare ? listChanges(id, measureLabel(id)) : []),
    ]),
    ...report.groupBy.flatMap((name) => [
      { value: formatOrder({ by: name, direction: 'ascending' }), label: texts.atoz(labels.heading(name)) },
      { value: formatOrder({ by: name, direction: 'descending' }), label: texts.ztoa(labels.heading(name)) },
    ]),
  ];
  const chosen = report.order && report.order.column === undefined ? formatOrder(report.order) : NONE;
  const by = report.order?.by ?? '';
  const label = report.measures.includes(by) ? measureLabel(by) : labels.heading(by);
  const name = report.order?.of ? texts.orderedFigure[report.order.of](label) : label;
  const key = report.order?.column;
  const column = key === undefined || report.columns === undefined ? '' : labels.short(report.columns, key);
  const orderText =
    report.order &&
    texts.orderBy([name, column].filter(Boolean).join(texts.separator), report.order.direction === 'descending');
  return (
    <Chip label={texts.order} value={orderText}>
      {(close) => (
        <PickList
          label={texts.order}
          groups={[{ label: '', items }]}
          chosen={[chosen]}
          search={false}
          onPick={(value) => {
            onChange({ report: { order: parseOrder(value) } });
            close();
          }}
        />
      )}
    </Chip>
  );
}

/** Lists orders by the change: largest rise, largest fall, and largest change of either kind. */
function listChanges(by: string, label: string): PickItem[] {
  const orders = orderedFigures.flatMap((of): NonNullable<Report['order']>[] => [
    { by, of, direction: 'descending' },
    ...(of === 'change' ? [{ by, of, direction: 'ascending' } as const] : []),
  ]);
  return orders.map((order) => ({
    value: formatOrder(order),
    label: texts.changed[order.of ?? 'change'](label, order.direction === 'descending'),
  }));
}

export function TopChip({ definition: { report }, onChange }: BuilderProps) {
  const set = (count: number | undefined) => onChange({ report: { top: count === undefined ? undefined : { count } } });
  const items: PickItem[] = [
    { value: NONE, label: texts.topAll },
    ...tops.map((count) => ({ value: String(count), label: texts.topCount(count) })),
  ];
  return (
    <Chip label={texts.top} value={report.top && texts.topCount(report.top.count)}>
      {(close) => (
        <>
          <Text size="xs" c="dimmed">
            {texts.topDetail}
          </Text>
          <PickList
            label={texts.top}
            groups={[{ label: '', items }]}
            chosen={[report.top ? String(report.top.count) : NONE]}
            search={false}
            onPick={(value) => {
              set(value === NONE ? undefined : Number(value));
              close();
            }}
          />
          <TopNumber
            count={report.top?.count}
            onCount={(count) => {
              set(count);
              close();
            }}
          />
        </>
      )}
    </Chip>
  );
}

function TopNumber({
  count,
  onCount,
}: {
  readonly count: number | undefined;
  readonly onCount: (count: number) => void;
}) {
  const [typed, setTyped] = useState<number | string>(count ?? '');
  const isValid = typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= MAX_TOP;
  return (
    <form className={classes.number} onSubmit={handleSubmit(() => isValid && onCount(typed))}>
      <NumberInput
        {...selectOnFocus}
        label={texts.topTyped}
        value={typed}
        onChange={setTyped}
        min={1}
        max={MAX_TOP}
        allowDecimal={false}
        hideControls
        w={110}
      />
      <Button type="submit" disabled={!isValid}>
        {uiTexts.apply}
      </Button>
    </form>
  );
}
