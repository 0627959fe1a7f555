/** How cells look: each look once, by the number that cells name it by. */
import { escapeText, MAIN, XML_HEAD } from './xml.ts';

export interface Look {
  /** A number format; default General. */
  readonly format?: string | undefined;
  readonly font?: Font | undefined;
  readonly wraps?: boolean;
  readonly align?: 'right' | 'center' | undefined;
}

export type Font = 'plain' | 'bold' | 'italic' | 'quiet' | 'title';

export const TEXT_FORMAT = '@';
/** Of the looks a check takes on: the place of each in the list of differential formats. */
export const checkLooks = { wrong: 0, right: 1 } as const;

const fonts: Readonly<Record<Font, string>> = {
  plain: '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  bold: '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  italic: '<font><i/><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font>',
  quiet: '<font><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font>',
  title: '<font><b/><sz val="16"/><name val="Calibri"/><family val="2"/></font>',
};
const fontNames = Object.keys(fonts);
const builtIn: Readonly<Record<string, number>> = { General: 0, [TEXT_FORMAT]: 49 };
const FIRST_OWN_FORMAT = 164;

export class Styles {
  readonly #looks = new Map<string, number>();
  readonly #xfs: string[] = [];
  readonly #formats = new Map<string, number>();

  constructor() {
    this.find({});
  }

  /** @returns what a cell's `s` names it by. */
  find({ format = 'General', font = 'plain', wraps = false, align }: Look): number {
    const key = `${font} ${String(wraps)} ${align ?? ''} ${format}`;
    const known = this.#looks.get(key);
    if (known !== undefined) return known;
    const sides = [
      ...(align === undefined ? [] : [`horizontal="${align}"`]),
      ...(wraps ? ['vertical="top" wrapText="1"'] : []),
    ];
    const alignment = sides.length > 0 ? `<alignment ${sides.join(' ')}/>` : '';
    const attributes = [
      `numFmtId="${this.#findFormat(format)}"`,
      `fontId="${fontNames.indexOf(font)}"`,
      'fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"',
      ...(alignment ? ['applyAlignment="1"'] : []),
    ];
    this.#xfs.push(`<xf ${attributes.join(' ')}${alignment ? `>${alignment}</xf>` : '/>'}`);
    this.#looks.set(key, this.#xfs.length - 1);
    return this.#xfs.length - 1;
  }

  #findFormat(format: string): number {
    const known = builtIn[format] ?? this.#formats.get(format);
    if (known !== undefined) return known;
    const id = FIRST_OWN_FORMAT + this.#formats.size;
    this.#formats.set(format, id);
    return id;
  }

  toXml(): string {
    const formats = [...this.#formats].map(
      ([format, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeText(format)}"/>`,
    );
    const dxf = (color: string, fill: string) =>
      `<dxf><font><b/><color rgb="${color}"/></font><fill><patternFill patternType="solid"><fgColor rgb="${fill}"/><bgColor rgb="${fill}"/></patternFill></fill></dxf>`;
    return [
      `${XML_HEAD}<styleSheet xmlns="${MAIN}">`,
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '',
      `<fonts count="${fontNames.length}">${Object.values(fonts).join('')}</fonts>`,
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${this.#xfs.length}">${this.#xfs.join('')}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      `<dxfs count="2">${dxf('FF9C0006', 'FFFFC7CE')}${dxf('FF006100', 'FFC6EFCE')}</dxfs>`,
      '<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/>',
      '</styleSheet>',
    ].join('');
  }
}
