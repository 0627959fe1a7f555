/** A table whose figures open their explanations. It is one tab stop, and arrows move between names and figures. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { chooseCurrencyLabel } from '#domain/reports/print/printed-currencies.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { Amounts } from '../components/values.tsx';
import { count, UNKNOWN } from '../format/figures-and-times.ts';
import { formatFigureSteps, listAmounts } from '../format/measured.ts';
import { rovingTabIndex } from '../grid/one-stop.ts';
import { Table, type Attributes, type Column, type TableProps } from '../grid/Table.tsx';
import { markBareId, type BareId } from '../naming/bare-id.ts';
import type { CellPlace } from '../routing/report-view.ts';
import tables from '../components/tables.module.css';
import classes from './Explanation.module.css';

export function FigureTable<Row>(props: TableProps<Row>) {
  return <Table {...props} {...rovingTabIndex} />;
}

export interface NamedLine {
  readonly name: string;
  /** The tooltip if it differs from the name. */
  readonly title?: string;
  /** The page of the name. */
  readonly address?: string | undefined;
  readonly bare?: BareId | undefined;
}

export function toNameColumn(header: string): Column<NamedLine> {
  return {
    id: 'name',
    header,
    isRowHeader: true,
    className: tables.clip,
    renderCell: ({ name, address, bare }) =>
      address === undefined ? (
        name
      ) : (
        <Link href={address} className={tables.link} {...markBareId(bare)}>
          {name}
        </Link>
      ),
    attributes: ({ name, title = name }) => ({ title }),
  };
}

export interface FigureLine extends NamedLine {
  /** Names the line in labels if its own name does not. */
  readonly whose?: string;
  readonly place: Omit<CellPlace, 'measure'>;
  readonly line: ReportResult['total'];
  readonly pickPrinted: (measure: PrintedMeasure) => PrintedLine | undefined;
}

export interface LineNames {
  /** The dimension of the lines. */
  readonly group: string;
  readonly nameKey: (key: string | null) => string;
  /** The page of a key, or of the grouped tail (undefined). */
  readonly chooseAddress: (key: string | null | undefined) => string | undefined;
  readonly findBare?: (key: string | null) => BareId | undefined;
}

export function toFigureLines(
  rows: ReportResult['rows'],
  { group, nameKey, chooseAddress, findBare }: LineNames,
): FigureLine[] {
  return rows.map((line, index) => {
    const key = line.key[group] ?? null;
    const isOther = line.folded !== undefined;
    return {
      name: line.folded === undefined ? nameKey(key) : groupTexts.other(count(line.folded)),
      address: chooseAddress(isOther ? undefined : key),
      bare: isOther ? undefined : findBare?.(key),
      place: { row: [key], ...(isOther && { isOther }) },
      line,
      pickPrinted: (measure) => measure.rows[index],
    };
  });
}

/** Names a line by its key, so that a line keeps its row when the order changes. */
export const toLineKey = ({ place: { row, isOther = false } }: FigureLine) => JSON.stringify([isOther, ...row]);

export function toTotalLine({ total }: ReportResult, names: Pick<FigureLine, 'name' | 'whose'>): FigureLine {
  return { ...names, place: { row: [] }, line: total, pickPrinted: (measure) => measure.total };
}

export interface FigureColumn {
  readonly measureId: string;
  readonly header: ReactNode;
  /** Names the figure in labels if the measure's own label does not. */
  readonly label?: string;
  /** Undefined while loading. */
  readonly printed: readonly PrintedMeasure[] | undefined;
  readonly onExplain: (cell: CellPlace) => void;
  /** Draws the figure if its text is not enough. */
  readonly drawFigure?: ((text: string, line: FigureLine) => ReactNode) | undefined;
}

export function toFigureColumn({ measureId, header, label, printed, onExplain, drawFigure }: FigureColumn) {
  const measure = printed?.find((printedMeasure) => printedMeasure.measure.id === measureId);
  return {
    id: measureId,
    header,
    isNumber: true,
    renderCell: (shownLine: FigureLine): ReactNode => {
      const { name, whose = name, place, line, pickPrinted } = shownLine;
      const figure = measure && pickPrinted(measure);
      const amounts = figure ? listAmounts(measure, line, figure) : [];
      const text = measure ? formatFigureSteps(figure?.value ?? null, measure.grid) : UNKNOWN;
      // Only with multiple currencies: a single one is shown above the table.
      const hasOneCurrency = measure && amounts.length === 0 && (line.values[measureId] ?? null) !== null;
      const currency = hasOneCurrency ? chooseCurrencyLabel(measure.measure, { line }) : null;
      return (
        <FigureButton
          label={overviewTexts.explainFigure(label ?? measure?.measure.label ?? '', whose)}
          onExplain={measure && (() => onExplain({ measure: measureId, ...place }))}
        >
          {amounts.length > 0 ? <Amounts amounts={amounts} /> : drawFigure ? drawFigure(text, shownLine) : text}
          {currency !== null && <span className="unit"> {currency}</span>}
        </FigureButton>
      );
    },
    attributes: ({ line }: FigureLine): Attributes => ({ 'data-value': line.values[measureId] ?? '' }),
  };
}

export interface FigureButtonProps {
  /** The tooltip. */
  readonly label: string;
  /** Undefined for plain text without an explanation. */
  readonly onExplain: (() => void) | undefined;
  readonly children: ReactNode;
}

export function FigureButton({ label, onExplain, children }: FigureButtonProps) {
  if (!onExplain) return children;
  return (
    <button type="button" className={classes.figureFigure} title={label} data-figure onClick={onExplain}>
      {children}
    </button>
  );
}
