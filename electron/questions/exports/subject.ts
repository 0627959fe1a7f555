/** Whom a file is about, where its filter selects one client or one person: its title says so. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { CLIENT_PROPERTY, findReadable } from '../../../src/domain/local-properties.ts';
import { ownerEntry, type Directory } from '../../../src/domain/people/directory.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

export interface Subject {
  readonly client?: string;
  readonly person?: string;
}

export function findSubject({ filterGroups }: { readonly filterGroups: FilterGroups }, directory: Directory): Subject {
  const client = spell(findOnly(filterGroups, CLIENT_PROPERTY), directory);
  const owner = findOnly(filterGroups, propertyNames.owner);
  const person = owner === undefined ? undefined : (ownerEntry(directory, owner)?.name ?? owner);
  return { ...(client !== undefined && { client }), ...(person !== undefined && { person }) };
}

/** Filters select texts whatever their case: the directory has it as people write it. */
function spell(client: string | undefined, { objects }: Directory): string | undefined {
  if (client === undefined) return undefined;
  const plain = client.toLowerCase();
  return Object.values(objects).find((each) => each.client?.toLowerCase() === plain)?.client ?? client;
}

/** The value that every group of the filter demands. */
function findOnly(filterGroups: FilterGroups, property: string): string | undefined {
  const demanded = filterGroups.map(({ filters }) => {
    for (const { propertyName, operator, value, values } of filters) {
      if (findReadable(propertyName)?.name !== property) continue;
      if (operator === 'EQ') return value;
      if (operator === 'IN' && values?.length === 1) return values[0];
    }
    return undefined;
  });
  const [first] = demanded;
  return demanded.every((each) => each === first) ? first : undefined;
}

const toName = ({ client, person }: Subject) => [client, person].filter((each) => each !== undefined).join(', ');

export function titleRecords(subject: Subject): string {
  const name = toName(subject);
  return name === '' ? texts.records : texts.recordsOf(name);
}

/** @param called what people call the report, which a client is not told */
export function titleReport(subject: Subject, called: string | undefined, { audience }: ExportOptions): string {
  const name = toName(subject);
  if (audience === 'internal') {
    const title = called ?? texts.report;
    return name === '' ? title : texts.reportOf(title, name);
  }
  return name === '' ? texts.report : texts.statementOf(name);
}
