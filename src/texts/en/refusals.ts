/** Why something asked for is not done, where that belongs to no one screen, command or report. */

export const refusalTexts = {
  noMethod: 'There is no such method',
  badTicket: 'A ticket is a text of 1 to 64 characters',
  noCheck: (id: string) => `No check is called ${id}`,
  noProperty: (name: string) => `No property is called ${name}`,
  noRecordAddress: 'The address of a record in the CRM is not set',
  hostNotAgreed: (host: string) => `Nobody has agreed yet to open records at ${host}`,
  noFilesHere: 'Here no file can be opened: load it from the terminal',
  noPicture: 'This is no PNG picture',
  noGoodCopy: 'There is no good copy of the names and settings',
  notDamaged: 'The names and settings of this workspace are not damaged',
  idProperty: (first: string, second: string, name: string) =>
    `Records are found by ${first} or ${second}, not by ${name}.`,
  searchTooLong: (characters: string, most: string) =>
    `The search is ${characters} characters; the service takes at most ${most}. Use fewer filters, shorter lists or fewer properties.`,
  notATime: (property: string, text: string) => `${property}: “${text}” is not a date or time.`,
} as const;

/** Why an address may not get the key; never repeats it, for it may hold a password. */
export const addressRefusals = {
  form: 'Give the address as https://host or https://host:port, without path, query or password.',
  host: 'Write the host in its usual form.',
  plain: 'Plain HTTP is only for this computer (127.0.0.1, localhost or [::1]); use https.',
} as const;

/** What a value must be: half sentences. */
export const valueNeeds = {
  noNul: 'a text without the character NUL',
  week: 'hours a week from 0 to 168, with at most 7 decimals, such as 38.5 or 40; 20 from 2026-10-01',
  absences: 'days away such as 2026-12-24..2026-12-31 holiday; 2026-11-02 sick',
  activeBackwards: 'activeTo is before activeFrom',
  objectKey: 'an object is named by type:id',
  positive: 'a number above 0',
  zone: 'no time zone has that name',
  recordAddress: 'an https address with {id} after the host',
  month: 'a month is YYYY-MM',
} as const;

/** A time whose zone is UTC, as read. */
export const utcTime = (day: string, time: string) => `${day} ${time} UTC`;

/** Why a number of a pasted text is not asked of the service. */
export const notAskedTexts = {
  phone: 'a phone or dial-in number',
  bank: 'a bank account or card',
  tax: 'a tax or company register number',
  object: 'a company, deal, contact, project or person, by its text',
  reference: 'an order, invoice, customer or other reference',
  amount: 'an amount',
  moment: 'a date or time',
  link: 'another part of a link',
  field: 'the value of another field',
  groups: 'digits in groups, as in phone and account numbers',
  sameRecord: 'the same record’s id is already asked for',
  zero: 'begins with 0, which no id does',
  length: 'no id here has this many digits',
  ownerHere: 'a person on this computer',
  objectHere: 'a company, deal, ticket or project on this computer',
};
