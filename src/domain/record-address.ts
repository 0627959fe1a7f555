/** The address of a record in the CRM: a template the user sets, with `{id}` in the place of the record's id. */

/** Https, a host of ASCII letters (a name in other scripts is written in its `xn--` form), and `{id}` behind it. */
const TEMPLATE = /^https:\/\/([a-z\d._[\]:-]+)[/?#][^\s{}\\]*\{id\}[^\s{}\\]*$/i;

export function isRecordAddress(text: string): boolean {
  return TEMPLATE.test(text);
}

export function addressOfRecord(template: string, id: string): string {
  return template.replace('{id}', encodeURIComponent(id));
}

/** The host, with its port where it has one, that every record's address leads to. */
export function recordHost(template: string): string {
  const host = TEMPLATE.exec(template)?.[1];
  if (host === undefined) throw new Error('No address of records');
  return host.toLowerCase();
}
