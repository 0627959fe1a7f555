/** English for naming an id where it is shown. */

export const namingTexts = {
  hint: (id: string) => `${id} has no name: click to name it`,
  title: (id: string) => `Who or what is ${id}?`,
  facts: (kind: string, hours: string, records: string) =>
    `${kind} · ${hours} h logged in ${records} ${records === '1' ? 'record' : 'records'}`,
  problem: (what: string) => `Not saved: ${what}.`,
  save: 'Save',
};
