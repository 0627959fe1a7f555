/** Lists the groups of a bridge with their parts. Each line adds up to its change, each column to the total part. */
import type { Bridge, BridgeAnswer, BridgeGroup, BridgeLine } from '#domain/reports/bridge/question.ts';
import type { BridgeWords } from '#domain/reports/bridge/sentence.ts';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { FigureButton, FigureTable, toNameColumn, type NamedLine } from '#ui/explain/FigureTable.tsx';
import { count, MINUS, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { localizeDecimal } from '#ui/locale.ts';
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

interface NamedBridgeLine extends NamedLine {
  /** Undefined for the rest and the total. */
  readonly group?: BridgeGroup;
  readonly line: BridgeLine;
}

const toTotal = (bridge: Bridge): NamedBridgeLine => ({ name: texts.total, line: bridge });

function listLines({ groups, rest }: Bridge, nameGroup: BridgeTexts['nameGroup']): NamedBridgeLine[] {
  const lines = groups.map((group) => ({ name: nameGroup(group), group, line: group }));
  return rest ? [...lines, { name: texts.rest(count(rest.groups)), line: rest }] : lines;
}

function listAmounts({ order }: Bridge, { unit }: BridgeWords) {
  return [
    {
      id: 'change',
      header: [texts.change, unit].filter(Boolean).join(' '),
      title: undefined,
      pick: ({ line }: NamedBridgeLine) => line.change,
    },
    ...order.map((part) => ({
      id: part,
      header: texts.parts[part],
      title: texts.details[part],
      pick: ({ line }: NamedBridgeLine) => line.parts[part],
    })),
  ];
}

export function BridgeTable({ bridge, by, words, nameGroup, onGroup, labelOf = texts.deeper }: BridgeTableProps) {
  return (
    <ScrollBox className={classes.scroll} label={texts.groups}>
      <FigureTable
        columns={[
          {
            ...toNameColumn(texts.by[by]),
            className: classes.name,
            renderCell: ({ name, group }: NamedBridgeLine) => (
              <FigureButton label={labelOf(name)} onExplain={group && onGroup && (() => onGroup(group))}>
                {name}
              </FigureButton>
            ),
          },
          ...listAmounts(bridge, words).map(({ id, header, title, pick }) => ({
            id,
            header,
            isNumber: true,
            headerAttributes: () => ({ title }),
            attributes: (line: NamedBridgeLine) => {
              const amount = pick(line);
              return {
                'data-part': id,
                'data-exact': amount?.exact,
                children: amount ? words.print(amount, { minus: MINUS, signed: true }) : UNKNOWN,
              };
            },
          })),
        ]}
        rows={listLines(bridge, nameGroup)}
        foot={{ rows: [toTotal(bridge)] }}
        data-testid="bridge-table"
      />
    </ScrollBox>
  );
}

/** Formats the table for a spreadsheet, with every digit. */
export function formatBridge(bridge: Bridge, { by, words, nameGroup }: BridgeTexts): string {
  const amounts = listAmounts(bridge, words);
  return formatClipboardRows([
    [texts.by[by], ...amounts.map(({ header }) => header)],
    ...[...listLines(bridge, nameGroup), toTotal(bridge)].map((line) => [
      line.name,
      ...amounts.map(({ pick }) => localizeDecimal(pick(line)?.exact ?? '')),
    ]),
  ]);
}
