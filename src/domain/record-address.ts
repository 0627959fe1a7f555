/** The address of a record in the CRM: a template the user sets, with `{id}` in the place of the record's id. */

/** A template has https, a host of ASCII letters (a name in other scripts is written in its `xn--` form), and `{id}` behind it. */
const TEMPLATE = /^https:\/\/([a-z\d._[\]:-]+)[/?#][^\s{}\\]*\{id\}[^\s{}\\]*$/i;

export function isRecordAddress(text: string): boolean {
  return TEMPLATE.test(text);
}

export function formatRecordAddress(template: string, id: string): string {
  return template.replace('{id}', encodeURIComponent(id));
}

/** Finds the host, with its port where it has one, to which every record's address leads. */
export function findRecordHost(template: string): string {
  const host = TEMPLATE.exec(template)?.[1];
  if (host === undefined) throw new Error('No address of records');
  return host.toLowerCase();
}
