/** HTML: one page to read, print and mail, without scripts or external resources. A long page has a mail body beside it. */
import { countHtmlLines } from '#domain/export-formats.ts';
import { type ColumnSums, type Fact, type Line, isFigure } from '#domain/exports/model.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { nameInCurrency } from '#domain/reports/notes/rounding-note.ts';
import { formatCount } from '#domain/locale-forms.ts';
import { htmlTexts as texts } from '#texts/export-document.ts';
import { MAX_MAIL_LINES, type DocumentPart, type ExportDocument, type FormatWriter } from '../document.ts';
import { drawChart } from './pdf/draw-chart.ts';
import { printCell, findLabelPlace, toPrintedTable, type PrintedTable, type TableColumn } from './pdf/table.ts';
import { loadFonts } from './pdf/fonts.ts';
import type { PrintTable } from './pdf.ts';
import type { Drawing, Mark } from './pdf/chart-marks.ts';

const MAX_TOTALS = 24;
/** The page shows drawings 1.5 times as large as these units. */
const CHART_SIZE = { width: 520, height: 300 };

export const html: FormatWriter = {
  isThreaded: true,
  write: writePage,
  describe: (document) => {
    if (document.lineCount <= MAX_MAIL_LINES) return undefined;
    const chartPart = { ...document, columns: [], lines: [], outline: null, sums: document.sums() };
    const parts = document.chart ? [{ ...chartPart, chart: document.chart }] : [];
    return { suffix: '.mail.html', content: ({ name }) => toPage(document, parts, name) };
  },
};

/** Writes the same page for paper on computers that cannot make a PDF. */
export const printView: FormatWriter = { write: writePage };

async function writePage(document: ExportDocument, file: Parameters<FormatWriter['write']>[1]) {
  const lines: Line[] = [];
  const { listed } = countLines(document);
  // Every line is read, because the totals are known only after the last one.
  for await (const piece of document.lines) lines.push(...piece.slice(0, Math.max(0, listed - lines.length)));
  const { chart = null, outline, parts = [] } = document;
  const mainPart = {
    ...document,
    chart,
    lines,
    outline: outline && cutOutline(outline, listed),
    sums: document.sums(),
  };
  const isPrinted = (part: PrintTable) => part.columns.length > 0 || part.chart !== null;
  await file.write(toPage(document, [mainPart, ...parts].filter(isPrinted)));
  return { guarded: 0 };
}

/** Counts the lines of a report without its totals and rounding differences. */
function countLines({ outline, lineCount, columns }: Pick<ExportDocument, 'outline' | 'lineCount' | 'columns'>) {
  const all = outline ? outline.filter(({ level }) => level === 'line').length : lineCount;
  return { all, listed: countHtmlLines(all, columns.length) };
}

type Outline = NonNullable<ExportDocument['outline']>;

/** Keeps the first lines with the rows between them, and the report's total with its difference. */
function cutOutline(outline: Outline, listed: number): Outline {
  let count = 0;
  const end = outline.findIndex(({ level }) => level === 'line' && (count += 1) > listed);
  if (end < 0) return outline;
  const last = outline.findLastIndex(({ level }) => level === 'line' || level === 'subtotal') + 1;
  // A difference between the last group and its lines is not the report's.
  return [
    ...outline.slice(0, end),
    ...outline.slice(last).filter(({ level, depth }) => level === 'total' || depth <= 0),
  ];
}

type Part = PrintTable & Partial<Pick<DocumentPart, 'title' | 'remarks' | 'notes'>>;

/** @param attached the file with the table, if this is the body of its mail */
function toPage(document: ExportDocument, parts: readonly Part[], attached?: string): string {
  const { head, options } = document;
  const { all, listed } = countLines(document);
  const tables = parts.map((part) => toTable(part, document));
  // Multiple tables are never cut, because pages to print are short.
  const isCut = listed < all && (document.parts ?? []).length === 0;
  const count = (lines: number) => formatCount(lines, options.locale);
  const cutNote = texts.cut(count(listed), count(all));
  const tableNotes = isCut || parts[0]?.title !== undefined ? [] : (tables[0]?.table.notes ?? []);
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  const isWide = tables.some(({ table }) => table.columns.length > 8);
  const facts = JSON.stringify(document.facts()).replaceAll('<', String.raw`\u003c`);
  return [
    `<!doctype html><html lang="${texts.language}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${toMarkup([head.title, head.period].join(' · '))}</title>`,
    `<style>${style}\n@page{size:A4${isWide ? ' landscape' : ''};margin:12mm}${tables.map(styleColumns).join('')}</style></head><body>`,
    options.format === 'html' ? '' : `<p class="screen quiet">${toMarkup(pdfWords.printHint)}</p>`,
    `<h1>${toMarkup(head.title)}</h1><p>${toMarkup(head.period)}</p>`,
    `<p class="${head.complete ? 'quiet' : 'warning'}">${toMarkup(head.seal)}</p>`,
    isCut && attached === undefined ? `<p class="warning">${toMarkup(cutNote)}</p>` : '',
    attached === undefined
      ? ''
      : `<p><strong>${toMarkup(describeAttachment(count(all), listed < all ? count(listed) : undefined, attached))}</strong></p>`,
    toTotals(document),
    ...parts.map((part, index) => toSection({ name: head.title, ...part }, tables[index], index)),
    toList(pdfWords.notes, [...head.notes.filter((note) => note !== cutNote), ...tableNotes]),
    toFacts(head.sections),
    options.signature ? toSignature(head.client) : '',
    attached === undefined ? `<script type="application/json" id="manifest">${facts}</script>` : '',
    '</body></html>\n',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** @param listed undefined if all of them are */
function describeAttachment(all: string, listed: string | undefined, file: string): string {
  return listed === undefined ? texts.attached(all, file) : texts.attachedCut(listed, all, file);
}

/** Lists the totals of all lines, whether or not the lines are listed. */
function toTotals(document: ExportDocument): string {
  const all = listTotals(document, document.sums());
  if (all.length === 0) return '';
  const more = all.length - MAX_TOTALS;
  const shownTotals = all.slice(0, MAX_TOTALS).map(toPair);
  return `<dl class="totals" aria-label="${toMarkup(texts.totals)}">${shownTotals.map((pair) => `<div>${pair}</div>`).join('')}</dl>${more > 0 ? `<p class="quiet">${toMarkup(texts.moreTotals(formatCount(more, document.options.locale)))}</p>` : ''}`;
}

function listTotals({ columns, outline, options }: ExportDocument, { all, byCurrency, currency }: ColumnSums): Fact[] {
  const total = outline?.findLast(({ level }) => level === 'total')?.cells;
  const list = (read: (name: string, index: number) => string | null | undefined, toLabel = (head: string) => head) =>
    // The totals of complete lines come first, because a page has room for only some.
    [false, true].flatMap((isBucket) =>
      columns.flatMap((column, index): Fact[] => {
        const cell = read(column.name, index) ?? null;
        if (cell === null || !isFigure(column) || column.name.includes('@') !== isBucket) return [];
        const isMoneyOfOne = column.kind === 'money' && column.currency === null && !!currency;
        const label = isMoneyOfOne ? nameInCurrency(column.head, currency) : toLabel(column.head);
        return [{ label, text: printCell(cell, column, options.decimalMark, options.locale) }];
      }),
    );
  if (outline) return list((_, index) => total?.[index]);
  return [
    ...list((name) => all[name]),
    ...byCurrency.flatMap(({ currency, sums }) =>
      list(
        (name) => sums[name],
        (head) => nameInCurrency(head, currency),
      ),
    ),
  ];
}

interface HtmlTable {
  readonly table: PrintedTable;
  /** Short tables are aligned cell by cell, because mail programs support few styles. */
  readonly isShort: boolean;
}

function toTable(part: Part, { options: { decimalMark, locale } }: ExportDocument): HtmlTable {
  const needsNumbers = part.outline === null && part.columns.length > 0 && findLabelPlace(part.columns) === undefined;
  const table = toPrintedTable({ ...part, decimalMark, locale }, toSafeText, needsNumbers);
  return { table, isShort: table.rows.length <= 2 * MAX_MAIL_LINES };
}

/** Styles columns by position rather than by cell: aligns figures right, keeps unbreakable texts on one line, and gives words enough width. */
function styleColumns({ table }: HtmlTable, tableIndex: number): string {
  const rule = (appliesTo: (column: TableColumn) => boolean, declarations: string) => {
    const positions = table.columns.flatMap((column, index) => (appliesTo(column) ? [index + 1] : []));
    return positions.length === 0
      ? ''
      : `\n${positions.map((position) => `#t${tableIndex} td:nth-child(${position})`).join(',')}{${declarations}}`;
  };
  return [
    rule(({ isFigure: is }) => is, 'text-align:right'),
    rule(({ wraps }) => !wraps, 'white-space:nowrap'),
    rule(({ wraps, isFigure: is }) => wraps && !is, 'min-width:5.5em'),
  ].join('');
}

function toSection(part: Part & { readonly name: string }, listed: HtmlTable | undefined, tableIndex: number): string {
  const { name, title = '', remarks = [], notes = [], chart } = part;
  const fonts = chart && loadFonts();
  const drawings = chart && fonts ? drawChart(chart, fonts, toSafeText, CHART_SIZE) : [];
  const chartNotes = (chart?.notes ?? []).map((note) => `<figcaption>${toMarkup(note)}</figcaption>`);
  const sectionNotes = title === '' || !listed ? notes : [...notes, ...listed.table.notes];
  return [
    title === '' ? '' : `<h2>${toMarkup(title)}</h2>`,
    ...remarks.map((remark) => `<p class="quiet">${toMarkup(remark)}</p>`),
    drawings.length === 0
      ? ''
      : `<figure>${drawings.map((drawing) => toSvg(drawing, title || name)).join('')}${chartNotes.join('')}</figure>`,
    listed && listed.table.columns.length > 0 ? toRows(listed, tableIndex) : '',
    toList('', sectionNotes),
  ].join('');
}

/** Omits the end tags of cells and rows, which the parser adds. */
function toRows({ table: { columns, rows }, isShort }: HtmlTable, tableIndex: number): string {
  if (rows.length === 0) return `<p>${toMarkup(pdfWords.noLines)}</p>`;
  const headers = columns.map(
    ({ head, isFigure: is }) => `<th scope="col"${is ? ' align="right"' : ''}>${toMarkup(head)}`,
  );
  const cells = columns.map(({ isFigure: is }) => (isShort && is ? '<td align="right">' : '<td>'));
  const body = rows.map(
    (row) =>
      `<tr${row.level === 'line' ? '' : ` class="${row.level}"`}>${row.cells.map((cell, index) => (cells[index] ?? '') + toMarkup(cell)).join('')}`,
  );
  return `<div class="lines" role="region" aria-label="${toMarkup(texts.table)}" tabindex="0"><table id="t${tableIndex}"><thead><tr>${headers.join('')}</thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

function toList(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const heading = title === '' ? '' : `<h2>${toMarkup(title)}</h2>`;
  return `${heading}<ul>${items.map((item) => `<li>${toMarkup(item)}</li>`).join('')}</ul>`;
}

const toPair = ({ label, text }: Fact) => `<dt>${toMarkup(label)}</dt><dd>${toMarkup(text)}</dd>`;

function toFacts(sections: ExportDocument['head']['sections']): string {
  if (sections.length === 0) return '';
  const lists = sections.map(
    ({ title, facts }) => `<section><h3>${toMarkup(title)}</h3><dl>${facts.map(toPair).join('')}</dl></section>`,
  );
  return `<h2>${toMarkup(pdfWords.about)}</h2><div class="facts">${lists.join('')}</div>`;
}

function toSignature(client: string | undefined): string {
  const { title, provider, receiver, receiverNamed, lines } = pdfWords.signature;
  const blanks = lines.map((line) => `<p class="quiet">${toMarkup(line)}</p>`).join('');
  const sides = [provider, client === undefined ? receiver : receiverNamed(client)];
  return `<h2>${toMarkup(title)}</h2><div class="sign">${sides.map((side) => `<div><strong>${toMarkup(side)}</strong>${blanks}</div>`).join('')}</div>`;
}

/** The page is light or dark like its reader's system, and light on paper. Mail programs that drop the style show a plain page. */
const style = `:root{color-scheme:light dark}
body{margin:0 auto;max-width:1120px;padding:24px 20px;font:14px/1.45 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums;background:light-dark(#fff,#16191d);color:light-dark(#16191d,#e4e7eb)}
h1{margin:0;font-size:22px;line-height:1.3}h2{margin:28px 0 8px;font-size:15px;break-after:avoid}p{margin:4px 0}ul{margin:0;padding-left:18px}li{margin:3px 0}
.quiet,dt,figcaption{color:light-dark(#4a525c,#a9b2bd)}.warning{color:light-dark(#8a3b00,#f0a95c);font-weight:600}
.totals{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:14px 24px;margin:18px 0 0}.totals dt{font-size:12px}.totals dd{margin:0;font-size:18px;font-weight:600;overflow-wrap:anywhere}
figure{margin:20px 0}svg{display:block;width:100%;max-width:780px;height:auto;font-family:"DejaVu Sans Condensed",Arial,sans-serif}
.lines{overflow:auto;max-height:88vh;margin-top:20px}table{border-collapse:collapse;width:100%;font-size:13px}
td,dd,li,h1,h2{unicode-bidi:plaintext}
th,td{padding:5px 10px 5px 0;text-align:left;vertical-align:top;border-bottom:1px solid light-dark(#d3d8df,#353b43);overflow-wrap:break-word}
th[align=right],td[align=right]{text-align:right}th{position:sticky;top:0;background:light-dark(#fff,#16191d);vertical-align:bottom;font-size:12px;border-bottom:2px solid}th:last-child,td:last-child{padding-right:2px}
.subtotal td{font-weight:600;background:light-dark(#eef1f5,#20252b)}.difference td{font-style:italic;color:light-dark(#4a525c,#a9b2bd)}.total td{font-weight:700;border-top:2px solid;border-bottom:2px solid}
.facts{columns:2;column-gap:40px}.facts section{break-inside:avoid;margin-bottom:14px}.facts h3{margin:0 0 3px;font-size:13px}.facts dl{display:grid;grid-template-columns:130px 1fr;gap:2px 12px;margin:0;font-size:13px}.facts dd{margin:0;overflow-wrap:anywhere}
.sign{display:grid;grid-template-columns:1fr 1fr;gap:48px;break-inside:avoid}.sign p{border-bottom:1px solid;padding-top:26px}
@media screen and (prefers-color-scheme:dark){svg{filter:invert(1) hue-rotate(180deg)}}
@media (max-width:640px){body{padding:16px 12px}.facts{columns:1}.totals{grid-template-columns:repeat(auto-fill,minmax(120px,1fr))}}
@media print{:root{color-scheme:only light}td{overflow-wrap:anywhere}body{max-width:none;padding:0;font-size:8.5pt}h1{font-size:16pt}h2{font-size:10pt}.totals dd{font-size:11pt}.lines{overflow:visible;max-height:none}table{font-size:7.5pt}th{position:static;font-size:7.5pt}thead{display:table-header-group}tr,figure{break-inside:avoid}.facts dl{font-size:8pt}.screen{display:none}*{print-color-adjust:exact}}`;

/** Invisible characters, and those that change the direction, are written as codes, because they could disguise a name. */
const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u061c\u2028\u2029\ufff9-\ufffb\ufffe\uffff]/gu;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toSafeText(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(INVISIBLE, (letter) => {
    const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
}

/** Escapes a text for an element or a quoted attribute. */
function toMarkup(text: string): string {
  return toSafeText(text).replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
}

const patterns = { stripes: '0,3 3,0', lines: '0,1.5 3,1.5', dots: '1,1 1.6,1.6' } as const;

function toSvg({ width, height, marks }: Drawing, label: string): string {
  const fills = new Map<string, string>();
  const fill = (colour: string, filling: string): string => {
    if (filling === 'solid') return colour;
    const isOpen = filling === 'soFar' || filling === 'missing';
    const id = `f${colour.slice(1)}${filling}`;
    const [ground, stroke] = isOpen ? ['#ffffff', colour] : [colour, '#ffffff'];
    const points = filling === 'lines' || filling === 'dots' ? patterns[filling] : patterns.stripes;
    fills.set(
      id,
      `<pattern id="${id}" width="3" height="3" patternUnits="userSpaceOnUse"><rect width="3" height="3" fill="${ground}"/><polyline points="${points}" stroke="${stroke}" stroke-width="0.8"/></pattern>`,
    );
    return `url(#${id})`;
  };
  const drawn = marks.map((mark) => toShape(mark, fill)).join('');
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  return `<svg role="img" aria-label="${toMarkup(label)}" ${size}><defs>${[...fills.values()].join('')}</defs>${drawn}</svg>`;
}

function toShape(mark: Mark, fill: (colour: string, filling: string) => string): string {
  switch (mark.kind) {
    case 'rect': {
      const isOpen = mark.filling === 'soFar' || mark.filling === 'missing';
      const edge = isOpen ? ` stroke="${mark.colour}" stroke-width="0.5"` : '';
      return `<rect x="${round(mark.x)}" y="${round(mark.y)}" width="${round(mark.width)}" height="${round(mark.height)}" fill="${fill(mark.colour, mark.filling)}"${edge}/>`;
    }
    case 'area':
      return `<polygon points="${toPoints(mark.points)}" fill="${fill(mark.colour, mark.filling)}"/>`;
    case 'line':
      return `<polyline points="${toPoints(mark.points)}" fill="none" stroke="${mark.colour}" stroke-width="${mark.width}" stroke-dasharray="${mark.dash.join(' ')}"/>`;
    case 'text':
      return `<text x="${round(mark.x)}" y="${round(mark.y)}" font-size="${mark.size}" fill="${mark.colour}"${mark.isBold ? ' font-weight="bold"' : ''}>${toMarkup(mark.text)}</text>`;
  }
}

/** Less than a hundredth of a point is invisible. */
const round = (length: number) => Math.round(length * 100) / 100;
const toPoints = (points: readonly (readonly [number, number])[]) =>
  points.map((point) => point.map(round).join(',')).join(' ');
