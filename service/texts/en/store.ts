/** What the service says of a store it cannot use, each a complete sentence without its full stop. */
export const storeTexts = {
  newer: (place: string) =>
    `The service's store ${place} was written by a newer version of this program: install that version`,
  unreadable: (path: string, problem: string) =>
    `The service's store ${path} cannot be used (${problem}): put a backup in its place, or name another with --data-dir`,
  unreachable: (problem: string) =>
    `The service's PostgreSQL store cannot be reached or set up (${problem}): check the server and the address`,
  tooOld: (version: string) =>
    `The service's store needs PostgreSQL 15 or later, and this server says ${version}: upgrade it`,
  notDurable: (setting: string) =>
    `This PostgreSQL server runs with ${setting} = off and would lose bookings in a crash: turn ${setting} on`,
  standby: 'This PostgreSQL server is a standby and cannot be written to: name the primary',
  addressUnread: (path: string) =>
    `The file ${path} with the address of PostgreSQL cannot be read: check its name and owner`,
  addressOpen: (path: string) =>
    `The file ${path} holds a password and is open to others than its owner: run chmod 600 on it`,
  addressBad: (path: string) =>
    `The first line of ${path} is not the address of PostgreSQL, such as postgresql://user:password@host/database, or postgresql://user@/database?host=/var/run/postgresql for a socket`,
  addressOfMany: (path: string) =>
    `The address of PostgreSQL in ${path} names several hosts: name one, which leads to the primary`,
  addressNowhere: (path: string) =>
    `The address of PostgreSQL in ${path} names no host: write one, or the folder of a socket behind it, such as ?host=/var/run/postgresql`,
} as const;
