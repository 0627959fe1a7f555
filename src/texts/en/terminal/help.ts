/** The help pages of the terminal: short, with examples. */

const globals = `Everywhere:
  --workspace NAME   its name or its folder's; default: default; "sample" is the built-in sample
  --data-dir DIR     where workspaces are kept
  --base-url URL     the service's address without a path; a workspace remembers its first
  --key-stdin        the key is the first line of standard input
  --quota-limit N    the key's requests a day (default 1000)
  --rate N           requests a second, 0 = unlimited (default 4)
  --json             one JSON document on standard output
  --help, --version`;

const exitCodes = `Exit codes:
  0 done   1 unexpected   2 usage   3 key or keychain   4 quota used up
  5 service failed or offline   6 done on partial data   7 store, disk or changed file   130 cancelled`;

function page(usageLine: string, about: string, options: string, examples: readonly string[]): string {
  const own = options === '' ? '' : `\n\n${options}`;
  const exampleLines = examples.map((example) => `  ${example}`).join('\n');
  return `Usage: ${usageLine}\n\n${about}${own}\n\nExamples:\n${exampleLines}\n\n${globals}\n\n${exitCodes}\n`;
}

const selection = `  --filter JSON      the interface's filterGroups: [{"filters":[{"propertyName":…,"operator":…,"value":…}]}]
  --query TEXT       part of title, description, category, service or record id`;
const period = `  --period P         2026-10, "Oct 2026", 2026-Q3, FY2026-Q3, 2026-W41, 2026, 2026-01-01..2026-03-31, last-month, …`;
const asKnown = `  --as-known M       the records, names and settings of a past moment: a day, a time, or a refresh of "history", #12`;
const properties = `  --properties a,b   with or without the a552213_ prefix`;

/** What each command does, in a line, in the order the program's help shows them. */
const commandLines = {
  key: "keep, test or forget the service's key",
  sync: 'download or refresh the records',
  status: 'what is held, how complete, what quota is left',
  checks: 'what to look at before billing, by check',
  overview: 'write how the period went to a file: figures, people, clients',
  names: 'who and what the ids are: import, list, export',
  report: 'add up measures by groups, over the records held',
  why: 'why a figure moved between two periods, by client, person or service',
  history: 'what changed with each refresh, or what became of one record',
  sent: 'the files that left, and what has changed in one since',
  closing: 'close a month, and account for what changes afterwards',
  export: 'write the filtered records to a file',
  exports: 'saved exports: what there are, and what is due',
  list: "one live page of the service's list",
  search: "one live page of the service's search",
  lookup: 'read records by id',
  verify: "compare the local count with the service's",
  'verify-file': 'check an exported file: by its manifest, its sums, and written again',
  signing: 'the key that signs exported files: create, show, export, forget',
  workspace: 'save the data as one file, open a saved one, or restore damaged names',
  serve: 'the service itself: over records of its own, or before a CRM',
} as const;
export type CommandName = keyof typeof commandLines;

export const programHelp = `Usage: npx node out/cli.js COMMAND [options]

Reads time log records within a daily quota, keeps them here, and reports on them at no cost.

${Object.entries(commandLines)
  .map(([name, does]) => `  ${name.padEnd(11)}  ${does}`)
  .join('\n')}

"COMMAND --help" says more.

${globals}

${exitCodes}
`;

/** What pages list that is known elsewhere. */
export interface HelpLists {
  readonly formats: readonly FormatHelp[];
  readonly namesFormats: readonly string[];
  /** The measures that come with the program, by id, each with its label where that is another word. */
  readonly measures: readonly string[];
  /** What is no property and can be grouped by, in the same form. */
  readonly dimensions: readonly string[];
}

interface FormatHelp {
  readonly name: string;
  /** What it cannot hold. */
  readonly limits: string | null;
}

const words = (formats: readonly FormatHelp[]) => formats.map(({ name }) => name).join('|');
const limits = (formats: readonly FormatHelp[]) =>
  formats
    .map((format) => (format.limits === null ? '' : `\n                     ${format.name}: ${format.limits}`))
    .join('');

const fileOptions = (formats: readonly FormatHelp[]) =>
  `${filePlace(formats)}
  --audience client  leaves out cost, margin, descriptions and all else a client may not see; --rates: but not rates
  --grouped-by G     a client's PDF: lines by service (default), object or none
  --several-clients  a client's file may hold records of several clients; otherwise it is refused
  --bills            the file bills its records; refused where an earlier file bills one of them, but with
  --again REASON     why they are billed again
  --billable-only    of records: those with billable time, which the file says
${fileForm}
  --allow-empty      write a file without lines where nothing matches; otherwise exit 6`;

/** Of what no client receives. */
const internalFileOptions = (formats: readonly FormatHelp[]) => `${filePlace(formats)}
${fileForm}`;

const filePlace = (formats: readonly FormatHelp[]) =>
  `  --out FILE         where to write; an existing file is refused without --replace
  --format ${words(formats)} default: as FILE ends${limits(formats)}`;

const fileForm = `  --preset machine   for programs: nothing is changed, names as heads, times in UTC; default excel
  --heads names      heads are property names; default labels
  --times utc        times in UTC; default in the workspace's zone
  --names no         no names of persons, objects and clients beside their ids
  --separator S      comma, semicolon or tab; --decimal comma: decimal commas
  --title T          the file's title
  --locale L         PDF, HTML: days and numbers as its reader writes them, such as de-DE or en-US
  --paper P          PDF: a4 or letter; default as the locale's readers have it
  --signature        PDF: a block for signatures at the end
  --sign             signs the manifest by the key of "signing create": FILE.manifest.json.sig beside it`;

const commandPages: Readonly<Record<CommandName, string | ((lists: HelpLists) => string)>> = {
  key: page(
    'key set | test | forget',
    'Keeps the key in the system keychain, never in a file. "set" reads it from standard input; "test" spends one request.',
    '',
    ['key set --base-url https://service.example.com < key.txt', 'key test', 'key forget'],
  ),
  sync: page(
    'sync [options]',
    'The first run downloads every record, later runs fetch what changed. What was fetched is kept, whatever stops it.',
    `  --max-requests N   stop after N requests (exit 6)
  --full             read everything again
  --audit            count month by month, even where nothing looks changed
  --scrub            also read the day's slice of old records again, for what counts cannot see
  --list             read everything by the list operation, 100 records a request: for a service
                     that refuses to filter or sort; never done unasked
  --dry-run          only say what it would cost
  --rebuild          set the data file aside first and download into a new one`,
    ['sync', 'sync --dry-run --json', 'sync --list --dry-run', 'sync --max-requests 50'],
  ),
  status: page('status', 'Says what is held, how complete it is and what quota is left. Sends nothing.', '', [
    'status',
    'status --json',
  ]),
  list: page(
    'list [options]',
    'One live page of the list operation; one request.',
    `  --limit N          1 to 100 (default 10)
  --after CURSOR     where the last page ended
${properties}`,
    ['list --limit 5 --properties title,total_hours'],
  ),
  search: page(
    'search [options]',
    'One live page of the search operation; one request.',
    `${selection}
  --sort P:asc|desc  one property
  --limit N          1 to 200 (default 10)
  --after CURSOR     where the last page ended
${properties}`,
    [
      'search --query audit --sort first_start_date:desc',
      `search --filter '[{"filters":[{"propertyName":"total_hours","operator":"GT","value":"8"}]}]'`,
    ],
  ),
  lookup: page(
    'lookup [options] ID… | -',
    'Reads records by id, 100 a request; "-" reads a list or a whole mail from standard input, with ids of both kinds. Amounts, phone numbers and the like are reported and not asked. Missing ids are listed, not an error.',
    `  --id-property P    sys_object_id (arguments: default) or record_id (one a line, of any form);
                     standard input: both kinds by default
${properties}
  --history a,b      properties whose past values come too (50 ids a request)`,
    ['lookup 7001 7002', 'lookup --id-property record_id - < ids.txt'],
  ),
  checks: ({ formats }) =>
    page(
      'checks [NAME] [options]',
      'What to look at before billing, over the records held: no request, no key. Without NAME every check with how many are open.',
      `  NAME               one check: its findings, by what is at stake
  people             people short of hours, with the day of the last entry; of the last week, or of --period
${selection}
${period}
${asKnown}

In a file instead, of one check or all, with a manifest beside it:
${internalFileOptions(formats)}`,
      [
        'checks',
        'checks amount-differs --period last-month',
        'checks overlap --json',
        'checks people --period 2026-10',
        'checks --out to-check.xlsx',
      ],
    ),
  overview: page(
    'overview --out FILE.pdf [options]',
    'Writes what the Overview shows of a period as pages: figures, people, what needs attention, trend and clients, each with its notes, and a manifest beside it. No request, no key.',
    `  --out FILE         where to write; an existing file is refused without --replace
${selection}
${period} (default last-week)
${asKnown}
  --title T          the file's title
  --locale L         days and numbers as its reader writes them, such as de-DE or en-US
  --paper P          a4 or letter; default as the locale's readers have it
  --sign             signs the manifest by the key of "signing create": FILE.manifest.json.sig beside it`,
    ['overview --out week.pdf', 'overview --period 2026-10 --out october.pdf'],
  ),
  report: ({ formats, measures, dimensions }) =>
    page(
      'report [NAME | FILE] [options]',
      'Adds up over the records held: no request, no key. Tables are rounded for reading, as the settings say; --json has every digit.',
      `  NAME               a report that comes with the program, or one saved in the workspace: see --list; --filter narrows
                     what not-sent is about, and takes the place of the filter of a saved one
  FILE               a report saved as a file; flags override what it says
  --list             the reports there are, and the question each answers
  --measures a,b     property names (their sums; NAME:avg, :min, :max, :count_distinct) or measures:
                     ${wrapList(measures)};
                     or your own: "Cost per hour = recorded_cost / logged_hours"
  --group-by a,b     up to three of: properties, ${wrapList(dimensions)};
                     none: totals only
  --columns-by a     one of these across the top ("none": none)
${period}
  --calendar C       recorded: the record's own week and month; clock: by start time
  --compare C        previous, last-year, both with a comma between (orders go by the first), or none
  --order M:asc|desc a measure or group (default desc); M@KEY: by the column KEY;
                     with --compare M~change: by its change, M~movement: by the size of its change
  --top N            the first N of the outermost group, the rest as Other ("all": all)
  --only new-or-gone with --compare: what only one of the two periods has, the rest in one line ("all": all)
  --break-down "LINE by GROUP"
                     opens a line into parts, in place: "Anna Keller by service_name", "Acme > Anna Keller by week";
                     several with ";" between them ("none": none)
${selection}
${asKnown}

In a file instead, with a manifest beside it:
${fileOptions(formats)}`,
      [
        'report people',
        'report clients --period 2026-Q3 --compare last-year',
        'report clients --compare previous --order billable_value~movement',
        'report people --compare previous --break-down "Anna Keller by service_name"',
        'report --group-by client,platform_owner_id --columns-by week --measures logged_hours --period last-month',
        'report "Hours by team" --workspace firm',
        'report weekly.json --json',
        'report clients --period last-month --audience client --out clients.csv',
      ],
    ),
  why: page(
    'why [options]',
    'Splits the change of a figure between two periods into parts that add up to it, in a sentence and a line for each group. Billable value: hours (at the rate of before), mix (between groups of higher and lower rates), rates, new and gone groups, value without hours. Any other sum: what is in both periods, new, gone. A rate or share is explained by the sum it follows from. One level deeper: the same with a --filter for the group and another --by. No request, no key.',
    `  --measure M        what moved: billable_value (default), logged_hours, recorded_cost, margin, effective_rate, …
  --by G             client (default), person or service
${period} (default last-month)
  --compare C        previous (default) or last-year
  --calendar C       recorded: the record's own week and month; clock: by start time
  --currency C       the one currency to explain, "none" for amounts without one; default the first
  --top N            how many groups have a line of their own, the rest one line (default 20)
${selection}
${asKnown}`,
    [
      'why',
      'why --period 2026-Q3 --compare last-year --by person',
      'why --measure logged_hours --by service',
      `why --by person --filter '[{"filters":[{"propertyName":"client","operator":"EQ","value":"Acme"}]}]'`,
      'why --currency USD --json',
    ],
  ),
  history: ({ formats }) =>
    page(
      'history [ID | --since M | --figure MEASURE] [options]',
      'Lists what is remembered: every refresh of the records, with how many were new, changed or gone, and every change of names and settings. With the id of a record: what became of it, field by field. A report, file or check over a moment of the list: --as-known. It begins when the records were first complete here. No request, no key.',
      `  --since M          what has changed since a moment: a day, a time, or a refresh, #12; as steps from then to now
                     (records that appeared, changed, vanished, moved into or out of period and filter, or count
                     otherwise by other names and settings), by client or person, and record by record
  --until M          at this later moment instead of now
  --by client|person whose sums are listed (default client)
  --currency C       of the value; none for amounts without one
  --figure MEASURE   one figure as it was known after each of the last refreshes that moved it; of money in several
                     currencies, that of --currency
${selection}
${period}
  --limit N          how many are listed (default 100 refreshes, 200 records)
  --keep N|all       alone, a setting: remember N months, 3 or more (default all); what is older is removed for good with
                     the next refresh or opening, and no moment before can be shown

What changed since a moment in a file instead, all of it, with a manifest beside it:
${internalFileOptions(formats)}`,
      [
        'history',
        'history --since 2026-10-31 --period 2026-10 --out changes.xlsx',
        'history --since 2026-10-31 --period 2026-10 --by person',
        'history --figure billable_value --period 2026-10',
        'history 48213377',
        'report clients --period 2026-10 --as-known 2026-11-03',
        'history --json',
      ],
    ),
  sent: page(
    'sent [NUMBER] [--withdraw | --left] [options] | sent --elsewhere --reason TEXT [--filter JSON] [--period P] [--query TEXT]',
    'Every file that is exported is remembered with its records as it had them. Lists the files, newest first; with a NUMBER, what has changed since that file, as “history --since” shows it. A file bills its records only where it was written with --bills. What was billed by other means is marked with --elsewhere, which the list has as an entry of its own. What is billed neither way: report not-sent. No request, no key. Exit 6 where not every record is here.',
    `  --withdraw         the file did not leave after all: it bills nothing any more
  --left             it did leave
  --elsewhere        marks what is billable and not billed yet of the chosen records as billed elsewhere; taken back by --withdraw
  --reason TEXT      why, or where
  --by client|person whose sums are listed (default client)
  --currency C       of the value; none for amounts without one
  --limit N          how many records are listed (default 200)`,
    [
      'sent',
      'sent 12',
      'sent 12 --withdraw',
      'sent --elsewhere --reason "Invoice 12 on paper" --period 2026-09',
      'sent 12 --json',
    ],
  ),
  closing: page(
    'closing create | list | show N | drift N | decide N | adjust N | reopen N | cancel N | states | month | log [options]',
    'A closing freezes the billable records of a client in a period. From then on closing + adjustments + open drift = today, by currency, exactly. It cannot lock the CRM: what is changed there is found. create closes every client of the period that is not closed yet, in one step, and is provisional (exit 6) where records are not complete, not counted in the last day, or the period has not ended. What changed is decided once the closing was sent; before, it is closed anew. A closing that was sent is not reopened but cancelled by one with minus. No request, no key.',
    `  --period P         for create, list, drift, states and month (default there last-month)
  --client NAME      close this client only; --without-client: the records of no client
  --accept K,…       close although there are such records: undated, unreadable, unassigned, billed (in a file that
                     bills already); with --reason
  --anew N           take back closing N, of which nothing was sent, and close its client again, in one step
  --dry-run          say what would be closed
  --ids A,B          decide these records (default: every open line)
  --expected DIGEST  decide only if exactly those lines are open that “drift N” listed with this digest
  --as D             adjust (on its own invoice), next (with the client's next closing) or ignore
  --reason TEXT      why
  --out FILE         for adjust: what it bills beside its records, as reversals and rebookings, CSV: its adjustments
                     and the lines that earlier closings left to it, each once, or of a minus all that it takes
                     back; --all: every line once more, in a copy that bills nothing
  --with-records     for show: with each record as it was closed
  --limit N          how many lines are listed (default 200)`,
    [
      'closing create --period 2026-10',
      'closing month',
      'closing drift 12',
      'closing decide 12 --ids 7001 --as next --reason "Came late"',
      'closing adjust 12 --out adjustments.csv',
      'closing cancel 12 --reason "Wrong rate"',
    ],
  ),
  names: ({ namesFormats }) =>
    page(
      `names import FILE [--map C=FIELD,…] [--kind K] [--hours-from DAY] [--dry-run] | list | export --out FILE [--format ${namesFormats.join('|')}]`,
      'The directory of who and what the ids are: people with team, weekly hours, active dates and absences, objects with client and currency. Kept on this computer; sends nothing.',
      `  --dry-run          say what the file would change, without changing it
  --map C=FIELD,…    what columns hold, by head or number, where their heads do not say it: one of the fields below,
                     first_name, last_name, hours_from, or none for a column that is not to be read
  --kind K           what all lines are of (person, company, deal, …), where no record here has the ids
  --hours-from DAY   weekly hours hold from then (YYYY-MM-DD); those of before stay for the time before
  --sheet NAME       which sheet of a workbook; default the one that looks most like a list
  --out FILE         where to write
  --format ${namesFormats.join('|')}  default ${namesFormats[0]}

A CSV or text file, or an XLSX workbook, as a CRM or a spreadsheet writes it. Its columns are found by their heads, in
English, German, French and Dutch, and by the ids that records here have:
  people:  owner_id, name, team, weekly_hours, active_from, active_to,
           hours_from (the day from which weekly_hours hold: a line for each, or 40; 20 from 2026-10-01),
           absences (2026-12-24..2026-12-31 holiday; 2026-11-02 sick)
  objects: type, id, name, client, currency
  both:    kind (person, company, deal, …), id and any of the others
Other columns are not read, and named. A missing column changes nothing; an empty cell removes the value.
An id that a spreadsheet has damaged is restored where every digit of one that is here is left; else its line, as where
it was rounded, is left out and named. So is one whose id no record has where nothing says what it is of (exit 6).
Any other wrong line refuses the whole file.
While the app has the workspace open, it makes the change and shows it at once; ids of records are not compared then.`,
      [
        'names import people.csv --dry-run',
        'names import deals.csv --map "Record ID=id,Deal Name=name,Stage=none"',
        'names export --out names.csv --workspace sample',
        'names list --json',
      ],
    ),
  export: ({ formats }) =>
    page(
      'export [NAME | DEFINITION.json] --out FILE [options]\n       export --due --out FOLDER [--replace] [--audience internal]',
      'Writes the filtered records, or what a definition says, and a manifest beside the file. No request, no key.',
      `  NAME               an export saved in the workspace: see "exports"; a folder as --out names the file by its pattern
  DEFINITION.json    an export saved as a file: what is written, and how
  --due              every saved export that is due, into a folder; partial files are named so and stay due;
                     --audience internal lets those run that were saved so, for clients with a profile too
  --columns a,b      default: every property
  --sort P:asc|desc  a property, or several: a:asc,b:desc
${period}
${selection}
${asKnown}
  --pack client      a file for each client (or person), and an index that adds up: a zip where FILE ends
                     so, else a folder; it names them all: send its files, not the pack
  --pack-as folder   a folder whatever FILE ends in, or zip; an earlier pack goes as a whole with --replace
  --partition month  Parquet alone: a folder of a file for each month, month=2026-10/part.parquet, as warehouses read
                     them, with one manifest, _manifest.json, that lists them
  --pattern P        their names, with {name} and {period} (default {name}-{period})
${fileOptions(formats)}`,
      [
        'export --period 2026-10 --out october.csv --columns title,total_hours,billable_amount',
        `export --period 2026-10 --audience client --filter '[{"filters":[{"propertyName":"client","operator":"EQ","value":"Acme"}]}]' --out acme.csv`,
        'export monthly.json --out october.csv',
        'export "Monthly to Acme" --out .',
        'export --due --out /srv/exports --workspace firm',
        'export --format parquet --partition month --out records',
        'export --period last-month --pack client --audience client --format csv --out october.zip',
      ],
    ),
  exports: page(
    'exports [--due] [--tsv] | add FILE [--name NAME] | save NAME --out FILE | remove NAME',
    'The exports saved in the workspace, with their last run and what is due. No request, no key; nothing runs by itself: let cron, a timer or the like run "export --due".',
    `  --due              only what is due; exit 0 when something is, 6 when nothing is
  --tsv              a line each, with tabs between cells: every fact of the last run too
  add FILE           saves the definition of a file, under --name NAME if it is given; --replace: in place of its namesake
  save NAME          writes its definition as a file
  --out FILE         where to write; an existing file is refused without --replace`,
    ['exports', 'exports --due --json', 'exports add monthly.json', 'exports save Monthly --out monthly.json'],
  ),
  verify: page(
    'verify [options]',
    "Compares the number of records held with the service's; one request. Exit 6 if they differ.",
    '  --filter JSON      only the records of this filter',
    ['verify'],
  ),
  'verify-file': page(
    'verify-file FILE | PACK.zip | FOLDER [--signed-by FINGERPRINT]',
    'Checks an exported file by the manifest beside it, FILE.manifest.json. Says what it is and under which name it was written. Does it match its manifest, and does a CSV add up? Signed? By which key, and is it the one of this app: then it is untouched. Then it is written again from the records held, under its own settings, and compared, whatever its format, its manifest too: equal, the first place that differs, or why it cannot be compared (other records, names or settings, another version, no records). No request, no key. Of a pack the index, every file and the whole are checked, and what is missing, stray or changed is named. Exit 7 if the file does not match its manifest or its signature is wrong, 6 if it differs from what is written again, cannot be compared, or the key is not the one of this app.',
    '  --signed-by F      the key it must be signed by, as "signing show" prints its fingerprint; else exit 7',
    ['verify-file october.csv', 'verify-file october.zip --json', 'verify-file october.csv --signed-by SHA256:…'],
  ),
  signing: page(
    'signing create | show | export --out FILE | forget',
    'Makes the key that signs exported files (export --sign), shows its public half, copies it into a file, or removes it. The private half is in the system keychain and nowhere else: not in the workspace, not in a saved one. Signatures are those of SSH: anyone checks them with ssh-keygen -Y verify, by the line that "show" prints. It cannot be made again: "export" writes a copy for a safe place.',
    '  --out FILE         export: where the private half is copied to, for you alone to read',
    ['signing create', 'signing show --json', 'export --period last-month --out october.csv --sign'],
  ),
  workspace: page(
    'workspace save --out FILE [--sign] | load FILE | rename TITLE | restore [--rest]',
    'Saves records, names, settings, earlier changes and what was sent as one file without the key, or opens such a file as a new workspace, or in one from which it goes on. Its records are said to be from a file until refreshes, or one "sync --full", have read all of them from the service. The settings "Address of a record" and "Requests a day" stay behind. "rename" calls the workspace by any other text; its folder stays. Where names and settings are damaged, "restore" puts their last good copy in place and sets the damaged file aside. Sends nothing.',
    `  --out FILE         where to write
  --sign             save: signs the file by the key of "signing create"; load says by whose key it was signed
  --rest             restore: what can still be read of the damaged file, not the copy`,
    [
      'workspace save --out firm.timelog',
      'workspace load firm.timelog --workspace firm',
      'workspace rename "Müller & Söhne"',
      'workspace restore',
    ],
  ),
  serve: page(
    'serve [options]\n       serve keys issue | list | trail | deactivate ID | rotate ID | quota ID N|default',
    'Runs the service until interrupted: on this computer with believable records of its own, or as its options say. "serve keys" manages its keys, also while it runs: changes count within a second.',
    `  --port N           0 = any free one (default 0)
  --records N        N live records (default: two years of a firm, about 24,000)
  --seed N           the same seed gives the same records (default 1)
  --as-of DATE       the day the records end at (default: today, UTC)
  --daily-quota N    requests a day for each key (default 1000)
  --new-key          issue another key (with --data-dir)
  --records-file F   serve these records instead: one a line, as JSON, as the service lists them
  --switches N=V,…   how it behaves where CRMs differ, such as ids=strings,listMaximum=50
  --upstream URL     forward to a CRM's object type instead; its token is the first line of standard input
  --token-file F     the token is in this file, which is yours alone (chmod 600), and read again when the CRM refuses it
  --system-prefix P, --owner-prefix P   what the CRM calls sys_… and platform_…
  --call-limit N/S, --search-limit N/S   calls in so many seconds that the CRM takes (default 100/10), and searches of them (5/1)
  --calls-at-once N  calls in flight (default 8)
  --upstream-timeout S   seconds that one call may take (default 15)
  --host ADDRESS     listen there instead of on this computer alone; needs --public-url and --behind-proxy
  --public-url URL   the address that callers use, for links
  --behind-proxy     a proxy in front has the TLS
  --trusted-proxies A,…   addresses or networks whose word is taken for a caller's address in the log
  --drain-delay S    announce an end for so long before it: not ready, but answering
  --config FILE      these options as JSON, by their names; one that is given as well goes before it
  --admin-port N     a second port of this computer, without keys: /livez, /readyz, /metrics, /openapi.json
  --admin-host A     that port there instead, for probes from outside; let only operators reach it
  --log FILE         append the log, a line of JSON a request, to a file instead of standard error
  --postgres-file F  keys and counts in PostgreSQL 15 or later, shared by several instances: the first line of F, which only
                     its owner may read, is postgres://user:password@host/database
  --postgres         the same, with the address from the environment (PGHOST, PGUSER, PGPASSWORD, PGDATABASE …)
With --data-dir, keys and counts are kept there; without any of these they last as long as it runs.

  --label TEXT       issue: what the key is for; --owner TEXT: who answers for it; --daily-quota N: its requests a day
  --expires T        issue, rotate: how long the key lasts, as 12h or 90d (default: without end)
  --grace T          rotate: how long the old key stays valid too, as 30m, 24h or 7d (default 24h); both share a quota
"serve keys trail" prints who did what to which key, and when. A key is printed once, when it is issued; the store has only its hash.`,
    [
      'serve --port 8080 --seed 7',
      'serve keys issue --label Payroll --data-dir /srv/timelog',
      'serve keys rotate 3 --grace 7d --data-dir /srv/timelog',
      'serve --port 0 --records 2000 --as-of 2026-11-21 --json',
    ],
  ),
};

/** Breaks a list of names into the lines of an option's text. */
function wrapList(names: readonly string[]): string {
  return names.join(', ').replaceAll(/(.{60,80},) /g, `$1\n${' '.repeat(21)}`);
}

/** @returns undefined if there is no such command */
export function findCommandHelp(command: string, lists: HelpLists): string | undefined {
  const page = isCommand(command) ? commandPages[command] : undefined;
  return typeof page === 'function' ? page(lists) : page;
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commandLines, name);
}
