/**
 * The same pages as a page of the browser, for printing where no PDF can be made: nothing around them, heads repeated, every text as text.
 * It runs no script and loads nothing.
 */
import { pdfWords } from '../../../../src/domain/exports/pdf-words.ts';
import type { FormatWriter } from '../../document.ts';
import { refuseTooLong, toJob } from '../pdf.ts';
import type { Drawing, Mark } from './charts/marks.ts';
import { loadFonts } from './fonts.ts';
import { composePages, type PageBlock, type PagePart, type Pages } from './pages.ts';

export const printView: FormatWriter = {
  async write(document, file) {
    refuseTooLong(document);
    await file.write(toPage(composePages(await toJob(document), loadFonts())));
    return { guarded: 0 };
  },
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (given: string) => given.replaceAll(/[&<>"]/g, (each) => escapes[each] ?? each);

export function toPage(pages: Pages): string {
  const { paper, words } = pages;
  const style = `@page{size:${paper.width}pt ${paper.height}pt;margin:${paper.margin}pt}
body{margin:0 auto;max-width:${paper.width - 2 * paper.margin}pt;font:8pt/1.35 "DejaVu Sans Condensed",Arial,sans-serif;color:#16191d;background:#fff;font-variant-numeric:tabular-nums}
h1{font-size:16pt;margin:0 0 4pt}h2{font-size:9.5pt;margin:12pt 0 4pt;break-after:avoid}p{margin:2pt 0}.quiet{color:#4a525c}.warning{color:#8a3b00;font-weight:bold}
table{border-collapse:collapse;width:100%;margin:4pt 0}thead{display:table-header-group}tr{break-inside:avoid}th,td{padding:2.6pt 3pt;text-align:left;vertical-align:top;white-space:pre-line;border-bottom:.4pt solid #d3d8df}
th{vertical-align:bottom;border-bottom:.8pt solid #16191d}.figure{text-align:right;white-space:nowrap}.difference{color:#4a525c}.subtotal td{font-weight:bold;background:#eef1f5}.total td{font-weight:bold;border-top:.8pt solid;border-bottom:.8pt solid}
.block+.block{break-before:page}svg{display:block;break-inside:avoid}dl{display:grid;grid-template-columns:110pt 1fr;gap:1pt 12pt;margin:2pt 0 8pt;break-inside:avoid}dt{color:#4a525c}dd{margin:0;overflow-wrap:anywhere}
.sign{display:grid;grid-template-columns:1fr 1fr;gap:36pt;break-inside:avoid}.sign p{border-bottom:.6pt solid;padding-top:16pt}@media print{.hint{display:none}*{print-color-adjust:exact}}@media screen{body{padding:24pt}}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${text(pages.named)}</title><style>${style}</style></head><body>
<p class="hint quiet">${text(pdfWords.printHint)}</p><h1>${text(pages.heading)}</h1><p>${text(pages.period)}</p><p class="${pages.complete ? 'quiet' : 'warning'}">${text(pages.seal)}</p>
${pages.parts.map(toPart).join('\n')}
${pages.notes.length === 0 ? '' : `<h2>${text(words.notes)}</h2>${toList(pages.notes)}`}
${toFacts(pages)}${toSignature(pages)}</body></html>
`;
}

function toPart({ title, remarks, drawings, chartNotes, blocks, empty, notes }: PagePart): string {
  return [
    title === '' ? '' : `<h2>${text(title)}</h2>`,
    ...remarks.map((remark) => `<p class="quiet">${text(remark)}</p>`),
    ...drawings.map(toSvg),
    ...chartNotes.map((note) => `<p class="quiet">${text(note)}</p>`),
    ...blocks.map(toTable),
    empty === '' ? '' : `<p>${text(empty)}</p>`,
    notes.length === 0 ? '' : toList(notes),
  ].join('\n');
}

const toList = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${text(item)}</li>`).join('')}</ul>`;

function toTable({ caption, figures, head, rows }: PageBlock): string {
  const cells = (tag: string, all: readonly string[]) =>
    all.map((cell, at) => `<${tag}${figures[at] ? ' class="figure"' : ''}>${text(cell)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr class="${row.level}">${cells('td', row.cells)}</tr>`).join('\n');
  return `<div class="block">${caption === '' ? '' : `<p class="quiet">${text(caption)}</p>`}<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function toFacts({ sections, words }: Pages): string {
  if (sections.length === 0) return '';
  const lists = sections.map(({ title, facts }) => {
    const rows = facts.map(([label, value]) => `<dt>${text(label)}</dt><dd>${text(value)}</dd>`).join('');
    return `<strong>${text(title)}</strong><dl>${rows}</dl>`;
  });
  return `<h2>${text(words.about)}</h2>${lists.join('')}`;
}

function toSignature({ signature }: Pages): string {
  if (!signature) return '';
  const sides = signature.sides.map((side) => {
    const lines = signature.lines.map((line) => `<p class="quiet">${text(line)}</p>`).join('');
    return `<div><strong>${text(side)}</strong>${lines}</div>`;
  });
  return `<h2>${text(signature.title)}</h2><div class="sign">${sides.join('')}</div>`;
}

const patterns = { stripes: '0,3 3,0', lines: '0,1.5 3,1.5', dots: '1,1 1.6,1.6' } as const;

function toSvg({ width, height, marks }: Drawing): string {
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
  return `<svg width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}"><defs>${[...fills.values()].join('')}</defs>${drawn}</svg>`;
}

function toShape(mark: Mark, fill: (colour: string, filling: string) => string): string {
  switch (mark.of) {
    case 'rect': {
      const isOpen = mark.filling === 'soFar' || mark.filling === 'missing';
      const edge = isOpen ? ` stroke="${mark.colour}" stroke-width="0.5"` : '';
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" fill="${fill(mark.colour, mark.filling)}"${edge}/>`;
    }
    case 'area':
      return `<polygon points="${toPoints(mark.points)}" fill="${fill(mark.colour, mark.filling)}"/>`;
    case 'line':
      return `<polyline points="${toPoints(mark.points)}" fill="none" stroke="${mark.colour}" stroke-width="${mark.width}" stroke-dasharray="${mark.dash.join(' ')}"/>`;
    case 'text':
      return `<text x="${mark.x}" y="${mark.y}" font-size="${mark.size}" fill="${mark.colour}"${mark.isBold ? ' font-weight="bold"' : ''}>${text(mark.text)}</text>`;
  }
}

const toPoints = (points: readonly (readonly [number, number])[]) => points.map((point) => point.join(',')).join(' ');
