/** Lists the groups of a bridge with their parts. Each line adds up to its change, each column to the total part. */
import type { Bridge, BridgeAnswer, BridgeGroup, BridgeLine } from '#domain/reports/bridge/question.ts';
import type { BridgeWords } from '#domain/reports/bridge/sentence.ts';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { FigureButton, FigureTable } from '#ui/explain/FigureTable.tsx';
import { count, MINUS, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { localizeDecimal } from '#ui/locale.ts';
import tables from '#ui/components/tables.module.css';
import classes from './Bridge.module.css';

interface BridgeTexts {
  readonly by: BridgeAnswer['by'];
  readonly words: BridgeWords;
  readonly nameGroup: (group: BridgeGroup) => string;
}

export interface BridgeTableProps extends BridgeTexts {
  readonly bridge: Bridge;
  /** Undefined if there is no deeper level. */
  readonly onGroup: ((group: BridgeGroup) => void) | undefined;
  /** Describes a click on a group. */
  readonly labelOf?: (name: string) => string;
}

export function BridgeTable({ bridge, by, words, nameGroup, onGroup, labelOf = texts.deeper }: BridgeTableProps) {
  const { order, groups, rest } = bridge;
  const cells = ({ change, parts }: BridgeLine) =>
    [change, ...order.map((part) => parts[part])].map((amount, index) => (
      <td
        key={index === 0 ? 'change' : order[index - 1]}
        className={tables.number}
        data-part={index === 0 ? 'change' : order[index - 1]}
        data-exact={amount?.exact}
      >
        {amount ? words.print(amount, { minus: MINUS, signed: true }) : UNKNOWN}
      </td>
    ));
  return (
    <ScrollBox className={classes.scroll} label={texts.groups}>
      <FigureTable testId="bridge-table">
        <thead>
          <tr>
            <th scope="col">{texts.by[by]}</th>
            <th scope="col" className={tables.number}>
              {[texts.change, words.unit].filter(Boolean).join(' ')}
            </th>
            {order.map((part) => (
              <th key={part} scope="col" className={tables.number} title={texts.details[part]}>
                {texts.parts[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key ?? ''}>
              <th scope="row" className={classes.name} title={nameGroup(group)}>
                <FigureButton label={labelOf(nameGroup(group))} onExplain={onGroup && (() => onGroup(group))}>
                  {nameGroup(group)}
                </FigureButton>
              </th>
              {cells(group)}
            </tr>
          ))}
          {rest && (
            <tr>
              <th scope="row">{texts.rest(count(rest.groups))}</th>
              {cells(rest)}
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            {cells(bridge)}
          </tr>
        </tfoot>
      </FigureTable>
    </ScrollBox>
  );
}

/** Formats the table for a spreadsheet, with every digit. */
export function formatBridge(bridge: Bridge, { by, words, nameGroup }: BridgeTexts): string {
  const { order, groups, rest } = bridge;
  const line = (name: string, { change, parts }: BridgeLine) => [
    name,
    ...[change, ...order.map((part) => parts[part])].map((amount) => (amount ? localizeDecimal(amount.exact) : '')),
  ];
  return formatClipboardRows([
    [texts.by[by], [texts.change, words.unit].filter(Boolean).join(' '), ...order.map((part) => texts.parts[part])],
    ...groups.map((group) => line(nameGroup(group), group)),
    ...(rest ? [line(texts.rest(count(rest.groups)), rest)] : []),
    line(texts.total, bridge),
  ]);
}
