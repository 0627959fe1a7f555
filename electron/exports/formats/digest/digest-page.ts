/**
 * The digest as the body of a mail: tables and styles in the elements themselves, which is what mail programs show. Ground and ink are
 * always set together, so that dark programs turn both or neither.
 */
import type { DigestWords } from './words.ts';
import type { DigestParts } from './digest-parts.ts';
import type { DigestRow } from './digest-table.ts';
import { toSafeText } from './safe-text.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = '#1d2126';
const quiet = '#5a6472';
const line = '#d5dae1';
const ground = '#ffffff';
const cell = `padding:5px 8px 5px 0;border-bottom:1px solid ${line};vertical-align:top;font-size:13px;line-height:18px;color:${ink}`;
const figureCell = `${cell};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;
const heading = `margin:24px 0 6px;font-size:14px;line-height:20px;color:${ink}`;
const text = `margin:0 0 6px;font-size:13px;line-height:19px;color:${ink}`;
const small = `margin:0 0 4px;font-size:12px;line-height:17px;color:${quiet}`;

const states = {
  complete: { ground: '#e6f4ea', ink: '#14532d' },
  partial: { ground: '#fff1d6', ink: '#7a3d00' },
} as const;

const styles: Readonly<Record<DigestRow['level'], string>> = {
  line: '',
  more: `;color:${quiet};font-style:italic`,
  subtotal: ';font-weight:600',
  difference: `;color:${quiet};font-style:italic`,
  total: `;font-weight:700;border-top:2px solid ${ink}`,
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function toDigestPage(parts: DigestParts, words: DigestWords): string {
  const { title, period, seal, isComplete, figures, table, remarks, notes, facts } = parts;
  const state = states[isComplete ? 'complete' : 'partial'];
  const shown = figures.slice(0, 4);
  return [
    '<!DOCTYPE html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escape(title)}</title></head>`,
    `<body bgcolor="${ground}" style="margin:0;padding:0;background-color:${ground};color:${ink};${FONT}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground}" style="background-color:${ground}"><tr><td align="center" style="padding:24px 16px">`,
    `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;${FONT}"><tr><td style="text-align:left">`,
    `<h1 style="margin:0;font-size:22px;line-height:28px;color:${ink}">${escape(title)}</h1>`,
    `<p style="margin:2px 0 10px;font-size:14px;line-height:20px;color:${quiet}">${escape(period)}</p>`,
    `<p style="margin:0 0 16px"><span style="display:inline-block;padding:3px 10px;border-radius:10px;font-size:12px;line-height:18px;font-weight:600;background-color:${state.ground};color:${state.ink}">${escape(seal)}</span></p>`,
    toTiles(shown),
    ...(figures.length > shown.length
      ? [`<h2 style="${heading}">${escape(words.sums)}</h2>`, toPairs(figures.slice(shown.length))]
      : []),
    toTable(table),
    ...remarks.map((remark) => `<p style="${small};margin-top:8px">${escape(remark)}</p>`),
    ...(notes.length > 0
      ? [
          `<h2 style="${heading}">${escape(words.notes)}</h2>`,
          ...notes.map((note) => `<p style="${text}">${escape(note)}</p>`),
        ]
      : []),
    `<h2 style="${heading}">${escape(words.check)}</h2>`,
    `<p style="${text}">${escape(words.howToCheck)}</p>`,
    toPairs(facts.map(({ label, text: value }) => ({ label, value }))),
    '</td></tr></table></td></tr></table></body></html>',
    '',
  ].join('\n');
}

function toTiles(figures: DigestParts['figures']): string {
  const width = Math.floor(100 / Math.max(1, figures.length));
  const tiles = figures.map(
    ({ label, value }) =>
      `<td width="${width}%" style="padding:0 12px 0 0;vertical-align:top"><div style="font-size:12px;line-height:16px;color:${quiet}">${escape(label)}</div><div style="font-size:19px;line-height:26px;font-weight:600;color:${ink}">${escape(value)}</div></td>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${tiles.join('')}</tr></table>`;
}

function toPairs(pairs: readonly { readonly label: string; readonly value: string }[]): string {
  const rows = pairs.map(
    ({ label, value }) =>
      `<tr><td style="${cell};color:${quiet};width:38%">${escape(label)}</td><td style="${cell};word-break:break-word">${escape(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${rows.join('')}</table>`;
}

function toTable({ columns, rows }: DigestParts['table']): string {
  if (columns.length === 0) return '';
  const heads = columns.map(
    ({ head, isFigure }) =>
      `<th align="${isFigure ? 'right' : 'left'}" scope="col" style="padding:5px 8px 5px 0;border-bottom:2px solid ${ink};font-size:12px;line-height:16px;font-weight:600;vertical-align:bottom;color:${ink}">${escape(head)}</th>`,
  );
  const body = rows.map(({ level, cells }) => {
    const own = cells.map((content, at) => {
      const isFigure = columns[at]?.isFigure === true;
      return `<td style="${isFigure ? figureCell : cell}${styles[level]}">${escape(content)}</td>`;
    });
    return `<tr>${own.join('')}</tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin-top:20px"><thead><tr>${heads.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function escape(content: string): string {
  return toSafeText(content).replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
}
