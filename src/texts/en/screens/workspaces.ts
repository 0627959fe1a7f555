/** English for the Workspaces screen and the form that connects a service. */
import { records } from '../counts.ts';

export const workspacesTexts = {
  list: {
    title: 'On this computer',
    sub: 'each with its own records, names and settings',
    heads: { name: 'Name', service: 'Service', records: 'Records', storage: 'Storage', key: 'Key' },
    actions: 'Actions',
    open: 'Open',
    isOpen: 'open',
    openOne: (name: string) => `Open ${name}`,
    delete: 'Delete…',
    deleteOne: (name: string) => `Delete ${name}…`,
    sample: 'Sample firm',
    sampleService: 'Invented records, no key needed',
    noService: 'No address yet',
    unknown: 'not known',
    key: { stored: 'stored', none: 'none', run: 'for this run', none_needed: 'not needed' },
    total: (size: string) => `${size} in all`,
  },

  add: {
    title: 'Add a service',
    sub: 'beside what is here; nothing of it changes',
    name: 'Name',
    nameHelp: 'Any text; the terminal takes it, too.',
    nameBad: 'A name has 1 to 200 visible characters.',
    nameTaken: 'There is a workspace of that name.',
    paste: 'Paste the whole mail, or fill in the fields',
    pasteHelp: 'The address and the key are found in it; the rest is forgotten at once.',
    foundInMail: {
      both: (address: string, characters: string) =>
        `Found the address ${address} and a key of ${characters} characters.`,
      address: (address: string) => `Found the address ${address}, and no key.`,
      key: (characters: string) => `Found a key of ${characters} characters, and no address.`,
      nothing: 'Neither an address nor a key was found in it.',
    },
    connected: (name: string) => `Connected ${name}.`,
  },

  rename: {
    open: 'Rename…',
    one: (name: string) => `Rename ${name}…`,
    title: (name: string) => `Rename ${name}`,
    do: 'Rename',
    done: (name: string) => `It is called “${name}” now.`,
  },

  delete: {
    title: (name: string) => `Delete ${name}?`,
    what: (held: string | null, size: string) =>
      `This deletes ${held === null ? 'its records' : `its ${records(held)}`}, its names, settings, saved reports, exports and views from this computer: ${size}.`,
    key: 'Its key is deleted, too.',
    keyStays: (name: string) => `The key stays, because ${name} has the same service.`,
    service: 'Nothing changes at the service. Files that were exported stay where they are.',
    forGood: 'This cannot be undone. Names and settings that no saved file holds are lost.',
    save: 'Save as a file first',
    do: 'Delete for good',
    done: (name: string) => `${name} is deleted.`,
  },

  manage: 'Manage workspaces…',
  addOne: 'Add a service…',
  enterKey: 'Enter the key',

  /** Sizes as file managers print them: thousands, not 1,024. */
  units: ['B', 'kB', 'MB', 'GB', 'TB'],
} as const;
