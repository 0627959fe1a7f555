/** Every error as people read it: its title, what happened in one sentence, and what to do about it. */

export interface ErrorText {
  readonly title: string;
  /** One sentence with its full stop. */
  readonly sentence: string;
  /** One sentence with its full stop. */
  readonly action: string;
}

/** The facts of an error beside its code; absent facts are empty. */
export interface ErrorFacts {
  readonly detail: string;
  /** Already formatted. */
  readonly resetsAt: string;
  readonly status: number;
  /** Why the service could not be reached; undefined: the system did not tell. */
  readonly reason: keyof typeof unreachable | undefined;
  /** A sentence for each value of a filter that no record has. */
  readonly unheld: readonly string[];
  readonly quota: QuotaFacts;
}

/** Why no more requests may be sent today; counts already formatted, null: unknown. */
export interface QuotaFacts {
  /** Only the user's reserve is left. */
  readonly reserve: boolean;
  /** This computer alone did not use it up. */
  readonly elsewhere: boolean;
  readonly usedHere: string | null;
  /** The daily quota as it was assumed. */
  readonly limit: string | null;
  /** As of when the records here are whole. */
  readonly asOf: string | null;
}

/** "The key's 1,000 requests are used up; this computer tried 1,000". Where it tried fewer, 1,000 is only what was assumed of the key. */
function usedUp({ reserve, elsewhere, usedHere, limit }: QuotaFacts): string {
  const tried = usedHere === null ? '' : `; this computer tried ${usedHere}`;
  if (elsewhere) {
    const set = limit === null ? '' : ` of the ${limit} that are set here`;
    return `The key's requests are used up${tried}${tried && set}, so someone else uses this key too or it was given fewer`;
  }
  const all = limit === null ? "The key's requests" : `The key's ${limit} requests`;
  const whose = reserve ? `${all} are used up, except those reserved for you` : `${all} are used up`;
  return `${whose}${tried}`;
}

/** By reason: what happened, and what to do about it. */
const unreachable = {
  'name-unknown': {
    sentence: 'No computer has the name in this address.',
    action: 'Check the spelling of the address, and the network.',
  },
  refused: {
    sentence: 'Nothing listens at this address.',
    action: 'Check the address and its port, or ask whether the service is running.',
  },
  'no-tls': {
    sentence: 'What answers at this address does not speak HTTPS, so the key was not sent.',
    action: 'Check the address and its port.',
  },
  certificate: {
    sentence: 'The certificate at this address is not trusted by this computer, so the key was not sent.',
    action: 'Check the address, or ask who runs the service for its certificate.',
  },
  'timed-out': {
    sentence: 'The service did not answer in time.',
    action: 'Check the network and the address, then try again.',
  },
  'no-network': {
    sentence: 'This computer has no way to the service.',
    action: 'Check the network, then try again.',
  },
} as const;

/** Details are parts of sentences: a capital in front, a full stop at the end. */
function toSentence(detail: string): string {
  const text = detail.slice(0, 1).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** By error code; `contract/errors.ts` holds it to the whole union. */
export const errorTexts = {
  'key-missing': () => ({
    title: 'No key',
    sentence: 'This workspace has no key for the service.',
    action: 'Enter the key you were given.',
  }),
  'key-rejected': () => ({
    title: 'Key not accepted',
    sentence: 'The service does not accept this key.',
    action: 'Check the key and enter it again.',
  }),
  'key-deactivated': () => ({
    title: 'Key deactivated',
    sentence: 'The service says that this key was deactivated.',
    action: 'Ask for a new key and enter it.',
  }),
  'service-busy': () => ({
    title: 'Service busy',
    sentence: 'The service is too busy to answer.',
    action: 'Try again in a few minutes.',
  }),
  offline: ({ reason }) => ({
    title: 'No connection',
    sentence: 'The service cannot be reached.',
    action: 'Check the network and the address, then try again.',
    ...(reason && unreachable[reason]),
  }),
  'store-damaged': () => ({
    title: 'Data file damaged',
    sentence: 'The data file of this workspace is damaged.',
    action: 'Move it aside and download the records again.',
  }),
  'store-in-use': () => ({
    title: 'Already open',
    sentence: 'Another Timelog Reports has this workspace open.',
    action: 'Close the other one and try again.',
  }),
  'store-newer': () => ({
    title: 'Data of a newer version',
    sentence: 'The data of this workspace was written by a newer version of Timelog Reports.',
    action: 'Install the newer version.',
  }),
  'store-format': ({ detail }) => ({
    title: 'Data file of another format',
    sentence: `The data file of this workspace is in DuckDB’s storage format ${detail}, which this version cannot read.`,
    action: 'Install the newer version, or move it aside and fill a new one from the service or a saved workspace.',
  }),
  'journal-damaged': () => ({
    title: 'Names and settings damaged',
    sentence:
      'The file with the names and settings of this workspace is damaged, and nothing in it can be changed until you choose how to continue.',
    action: 'Restore the last good copy, or continue with what can be read.',
  }),
  'disk-full': () => ({
    title: 'Disk full',
    sentence: 'The disk is full.',
    action: 'Free some space and try again.',
  }),
  cancelled: () => ({
    title: 'Cancelled',
    sentence: 'It was cancelled.',
    action: 'Start it again when you like.',
  }),
  'keychain-unavailable': () => ({
    title: 'No keychain',
    sentence: 'This system has no keychain that can keep the key.',
    action: 'Unlock or install a keychain.',
  }),
  'signing-key-missing': () => ({
    title: 'No signing key',
    sentence: 'There is no key to sign files with, so no file was written.',
    action: 'Create one in Settings, or export without a signature.',
  }),
  'signing-unavailable': () => ({
    title: 'No keychain',
    sentence: 'This system has no keychain that can keep a signing key, so files cannot be signed here.',
    action: 'Unlock or install a keychain.',
  }),
  busy: () => ({
    title: 'Busy',
    sentence: 'The same work is already under way.',
    action: 'Wait until it is done.',
  }),
  'took-too-long': () => ({
    title: 'Took too long',
    sentence: 'The question took longer than a minute and was stopped.',
    action:
      'Ask for less: fewer groups, a shorter period or a narrower filter. Words with * in a filter take the longest.',
  }),
  unexpected: () => ({
    title: 'Something went wrong',
    sentence: 'The program met something that it cannot handle.',
    action: 'Try again, and report it if it happens again.',
  }),
  'filter-invalid': ({ detail }) => ({
    title: 'Filter not valid',
    sentence: toSentence(`The filter is not valid: ${detail}`),
    action: 'Correct the filter.',
  }),
  usage: ({ detail }) => ({
    title: 'Not possible',
    sentence: toSentence(detail),
    action: 'Change what you asked for.',
  }),
  'upstream-failed': ({ detail }) => ({
    title: 'CRM failed',
    sentence: toSentence(`The CRM behind the service refused or failed: ${detail}`),
    action: 'Try again later.',
  }),
  'service-changed': ({ detail }) => ({
    title: 'Unexpected answer',
    sentence: toSentence(`The service answered in an unexpected form: ${detail}`),
    action: 'Check the address, then ask for an update of this app.',
  }),
  'not-the-service': ({ detail }) => ({
    title: 'Not the service',
    sentence: `What answers at ${detail} is not the time log service.`,
    action: 'Check the address, as you were given it: scheme and host, without a path.',
  }),
  'address-refused': ({ detail }) => ({
    title: 'Address not accepted',
    sentence: toSentence(detail),
    action: 'Correct the address.',
  }),
  'workspace-bound': ({ detail }) => ({
    title: 'Another service',
    sentence: `This workspace belongs to ${detail} and cannot take records from another service.`,
    action: 'Use another workspace for the other address.',
  }),
  'write-failed': ({ detail }) => ({
    title: 'Could not write',
    sentence: `${detail} could not be written.`,
    action: 'Choose another place.',
  }),
  'file-exists': ({ detail }) => ({
    title: 'File exists',
    sentence: `${detail} is there already and was left as it is.`,
    action: 'Choose another name, or replace it.',
  }),
  'nothing-matched': ({ unheld }) => ({
    title: 'Nothing to export',
    sentence: [...unheld, 'No record matches, so no file was written.'].join(' '),
    action: 'Choose another period or filter.',
  }),
  'file-damaged': ({ detail }) => ({
    title: 'File damaged',
    sentence: `The file ${detail} is damaged.`,
    action: 'Put a backup in its place, or move it away to start without its contents, then start again.',
  }),
  'quota-exhausted': ({ resetsAt, quota }) => ({
    title: 'Daily requests used up',
    sentence: `${usedUp(quota)}; the next refresh is at ${resetsAt}.`,
    action:
      quota.asOf === null
        ? 'What was fetched is kept, and the download continues from there.'
        : `Everything here works, as of ${quota.asOf}.`,
  }),
  'service-failed': ({ status }) => ({
    title: 'Service failed',
    sentence: `The service failed with status ${status}.`,
    action: 'Try again later.',
  }),
} satisfies Record<string, (facts: ErrorFacts) => ErrorText>;
