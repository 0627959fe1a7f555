/** Describes a CSV for programs beside it: a Frictionless data package with one table (datapackage.org, version 2). */
import type { ExportColumn } from '../../../../src/domain/exports/model.ts';
import { toValueType, type ValueType } from '../../../../src/domain/exports/value-types.ts';
import type { ExportDocument, FinishedFile } from '../../document.ts';

const PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json';

const types: Readonly<Record<ValueType, object>> = {
  text: { type: 'string' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  date: { type: 'date' },
  instant: { type: 'datetime' },
  local: { type: 'datetime' },
  integer: { type: 'integer' },
  decimal: { type: 'number', decimalChar: '.' },
  object: { type: 'object' },
};

/** What of a document its description says. */
export type Described = Pick<ExportDocument, 'head' | 'options' | 'columns' | 'lineCount'>;

/** @returns JSON; the same for the same file. */
export function describePackage({ head, options, columns, lineCount }: Described, file: FinishedFile): string {
  const description = {
    $schema: PROFILE,
    name: toName(file.name),
    title: head.title,
    description: [head.period, head.seal].join('. '),
    resources: [
      {
        name: toName(file.name),
        type: 'table',
        path: file.name,
        format: 'csv',
        mediatype: 'text/csv',
        encoding: 'utf-8',
        bytes: file.bytes,
        hash: `sha256:${file.sha256}`,
        rowCount: lineCount,
        dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
        schema: { fields: columns.map((column) => toField(column, options)), missingValues: [''] },
      },
    ],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

function toField(column: ExportColumn, options: Described['options']): object {
  const { name, head, label, currency } = column;
  return {
    name: head,
    ...(label !== head && { title: label }),
    ...types[toValueType(column, options)],
    ...(name !== head && { property: name }),
    ...(currency !== null && { currency }),
  };
}

/** Of lower-case letters, digits, dots, dashes and underscores alone, as data packages are named. */
function toName(fileName: string): string {
  return (
    fileName
      .toLowerCase()
      .replace(/\.csv$/, '')
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'export'
  );
}
