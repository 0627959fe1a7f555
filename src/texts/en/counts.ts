/** Numbers with the word for what they count; a number may come written by the locale, so '1' alone is one. */
export const plural = (count: string | number, one: string, many: string) =>
  `${count} ${String(count) === '1' ? one : many}`;
export const records = (count: string) => plural(count, 'record', 'records');
export const requests = (count: string) => plural(count, 'request', 'requests');
