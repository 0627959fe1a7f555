/** Numbers with the word for what they count; a number comes written by the locale, so '1' alone is one. */

export const plural = (count: string, one: string, many: string) => `${count} ${count === '1' ? one : many}`;
export const records = (count: string) => plural(count, 'record', 'records');
export const requests = (count: string) => plural(count, 'request', 'requests');
