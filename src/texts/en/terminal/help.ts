/**
 * The help pages of the terminal. The line of an option has its name, a word for its value and, after two blanks, its sentence; choices,
 * bounds, defaults and the actions that take it are added from the option itself.
 */

/** The summary is the command's line in the program's help; between lines of options and of other words are paragraphs. */
export type HelpPage = readonly [usage: string, summary: string, about: string, options: string, examples: string];

const selection = `--filter JSON  the interface's filterGroups: [{"filters":[{"propertyName":…,"operator":…,"value":…}]}]
--query TEXT  part of title, description, category, service or record id`;
const period = `--period P  2026-10, "Oct 2026", 2026-Q3, FY2026-Q3, 2026-W41, 2026, 2026-01-01..2026-03-31, last-month, …`;
const asKnown = `--as-known M  the records, names and settings of a past moment: a day, a time, or a refresh of "history", #12`;
const records = `${selection}
${period}
${asKnown}`;
const calendar = `--calendar  recorded: the record's own week and month; clock: by start time`;
const livePage = `--limit  records of the page
--after CURSOR  where the last page ended
--properties a,b  with or without the a552213_ prefix`;
const place = `--out FILE  where to write; an existing file is refused without --replace
--replace  an existing file is replaced`;
const pages = `--title T  the file's title
--locale L  PDF, HTML: days and numbers as its reader writes them, such as de-DE or en-US
--paper  PDF; default as the locale's readers have it
--sign  signs the manifest by the key of "signing create": FILE.manifest.json.sig beside it`;
const internalFile = `${place}
--format  default as FILE ends
--preset  machine is for programs: nothing is changed, names as heads, times in UTC
--heads  labels, or names of properties; default names for programs, else labels
--times  in the workspace's zone, or in UTC; default utc for programs, else local
--names  names of persons, objects and clients beside their ids; default no for programs, else yes
--separator  of CSV; default comma, or semicolon where decimal marks are commas
--decimal  decimal points or commas
--signature  PDF: a block for signatures at the end
${pages}`;
const clientFile = `${internalFile}
--audience  client: leaves out cost, margin, descriptions and all else a client may not see
--rates  with --audience client: the file shows rates too
--grouped-by  what the lines of a client's PDF are grouped by
--several-clients  a client's file may hold records of several clients; otherwise it is refused
--bills  the file bills its records; refused where an earlier file bills one of them, but with --again
--again REASON  why they are billed again
--billable-only  of records: those with billable time, which the file says
--allow-empty  write a file without lines where nothing matches; otherwise exit 6`;
const changes = `--by  whose sums are listed
--currency C  of the value; none for amounts without one`;

const commandPages = {
  key: [
    'key set | test | forget',
    `keep, test or forget the service's key`,
    `Keeps the key in the system keychain, never in a file. "set" reads it from standard input; "test" spends one request.`,
    '',
    `key set --base-url https://service.example.com < key.txt
key test
key forget`,
  ],
  sync: [
    'sync [options]',
    'download or refresh the records',
    `The first run downloads every record, later runs fetch what changed. What was fetched is kept, whatever stops it.`,
    `--max-requests  stop after N requests (exit 6)
--full  read everything again
--audit  count month by month, even where nothing looks changed
--scrub  also read the day's slice of old records again, for what counts cannot see
--list  read everything by the list operation, 100 records a request: for a service that refuses to filter or sort; never done unasked
--dry-run  only say what it would cost
--rebuild  set the data file aside first and download into a new one`,
    `sync
sync --dry-run --json
sync --list --dry-run
sync --max-requests 50`,
  ],
  status: [
    'status',
    'what is held, how complete, what quota is left',
    'Says what is held, how complete it is and what quota is left. Sends nothing.',
    '',
    `status
status --json`,
  ],
  checks: [
    'checks [NAME | people] [options]',
    'what to look at before billing, by check',
    `What to look at before billing, over the records held: no request, no key. Without NAME every check with how many are open.`,
    `NAME  one check: its findings, by what is at stake
people  people short of hours, with the day of the last entry
${records}

In a file instead, of one check or all, with a manifest beside it:
${internalFile}`,
    `checks
checks amount-differs --period last-month
checks overlap --json
checks people --period 2026-10
checks --out to-check.xlsx`,
  ],
  overview: [
    'overview --out FILE.pdf [options]',
    'write how the period went to a file: figures, people, clients',
    `Writes what the Overview shows of a period as pages: figures, people, what needs attention, trend and clients, each with its notes, and a manifest beside it. No request, no key.`,
    `${place}
${records}
${pages}`,
    `overview --out week.pdf
overview --period 2026-10 --out october.pdf`,
  ],
  names: [
    `names import FILE [options] | list | export --out FILE [--format F]`,
    'who and what the ids are: import, list, export',
    `The directory of who and what the ids are: people with team, weekly hours, active dates and absences, objects with client and currency. Kept on this computer; sends nothing.`,
    `--dry-run  say what the file would change, without changing it
--map C=FIELD,…  what columns hold, by head or number, where their heads do not say it: one of the fields below, first_name, last_name, hours_from, or none for a column that is not to be read
--kind K  what all lines are of, where no record here has the ids
--hours-from DAY  weekly hours hold from then (YYYY-MM-DD); those of before stay for the time before
--sheet NAME  which sheet of a workbook; default the one that looks most like a list
${place}
--format  of the file

A CSV or text file, or an XLSX workbook, as a CRM or a spreadsheet writes it. Its columns are found by their heads, in English, German, French and Dutch, and by the ids that records here have:
people:  owner_id, name, team, weekly_hours, active_from, active_to, hours_from (the day from which weekly_hours hold: a line for each, or 40; 20 from 2026-10-01), absences (2026-12-24..2026-12-31 holiday; 2026-11-02 sick)
objects:  type, id, name, client, currency
both:  kind (person, company, deal, …), id and any of the others
Other columns are not read, and named. A missing column changes nothing; an empty cell removes the value.
An id that a spreadsheet has damaged is restored where every digit of one that is here is left; else its line, as where it was rounded, is left out and named. So is one whose id no record has where nothing says what it is of (exit 6).
Any other wrong line refuses the whole file.
While the app has the workspace open, it makes the change and shows it at once; ids of records are not compared then.`,
    `names import people.csv --dry-run
names import deals.csv --map "Record ID=id,Deal Name=name,Stage=none"
names export --out names.csv --workspace sample
names list --json`,
  ],
  report: [
    'report [NAME | FILE] [options]\n       report --list',
    'add up measures by groups, over the records held',
    `Adds up over the records held: no request, no key. Tables are rounded for reading, as the settings say; --json has every digit.`,
    `NAME  a report that comes with the program, or one saved in the workspace: see --list; --filter narrows what not-sent is about, and takes the place of the filter of a saved one
FILE  a report saved as a file; flags override what it says
--list  the reports there are, and the question each answers
--measures a,b  property names (their sums; NAME:avg, :min, :max, :count_distinct), your own such as "Cost per hour = recorded_cost / logged_hours", or measures:
--group-by a,b  up to three, none: totals only; properties, or:
--columns-by a  one of these across the top ("none": none)
${calendar}
--compare C  previous, last-year, both with a comma between (orders go by the first), or none
--order M:asc|desc  a measure or group (default desc); M@KEY: by the column KEY; with --compare M~change: by its change, M~movement: by the size of its change
--top N|all  the first N of the outermost group, the rest as Other
--only  with --compare: what only one of the two periods has, the rest in one line ("all": all)
--break-down "LINE by GROUP"  opens a line into parts, in place: "Anna Keller by service_name", "Acme > Anna Keller by week"; several with ";" between them ("none": none)
${records}

In a file instead, with a manifest beside it:
${clientFile}`,
    `report people
report clients --period 2026-Q3 --compare last-year
report clients --compare previous --order billable_value~movement
report people --compare previous --break-down "Anna Keller by service_name"
report --group-by client,platform_owner_id --columns-by week --measures logged_hours --period last-month
report "Hours by team" --workspace firm
report weekly.json --json
report clients --period last-month --audience client --out clients.csv`,
  ],
  why: [
    'why [options]',
    'why a figure moved between two periods, by client, person or service',
    `Splits the change of a figure between two periods into parts that add up to it, in a sentence and a line for each group. Billable value: hours (at the rate of before), mix (between groups of higher and lower rates), rates, new and gone groups, value without hours. Any other sum: what is in both periods, new, gone. A rate or share is explained by the sum it follows from. One level deeper: the same with a --filter for the group and another --by. No request, no key.`,
    `--measure M  what moved: logged_hours, recorded_cost, margin, effective_rate, …
--by  the groups
--compare  with the period before, or with the same one a year before
${calendar}
--currency C  the one currency to explain, "none" for amounts without one; default the first
--top  how many groups have a line of their own, the rest one line
${records}`,
    `why
why --period 2026-Q3 --compare last-year --by person
why --measure logged_hours --by service
why --by person --filter '[{"filters":[{"propertyName":"client","operator":"EQ","value":"Acme"}]}]'
why --currency USD --json`,
  ],
  history: [
    'history [ID | --since M | --figure MEASURE] [options]\n       history --keep N|all',
    'what changed with each refresh, or what became of one record',
    `Lists what is remembered: every refresh of the records, with how many were new, changed or gone, and every change of names and settings. With the id of a record: what became of it, field by field. A report, file or check over a moment of the list: --as-known. It begins when the records were first complete here. No request, no key.`,
    `--since M  what has changed since a moment: a day, a time, or a refresh, #12; as steps from then to now (records that appeared, changed, vanished, moved into or out of period and filter, or count otherwise by other names and settings), by client or person, and record by record
--until M  at this later moment instead of now
${changes}
--figure MEASURE  one figure as it was known after each of the last refreshes that moved it; of money in several currencies, that of --currency
${selection}
${period}
--limit  how many are listed
--keep N|all  alone, a setting: remember N months; what is older is removed for good with the next refresh or opening, and no moment before can be shown

What changed since a moment in a file instead, all of it, with a manifest beside it:
${internalFile}`,
    `history
history --since 2026-10-31 --period 2026-10 --out changes.xlsx
history --since 2026-10-31 --period 2026-10 --by person
history --figure billable_value --period 2026-10
history 48213377
report clients --period 2026-10 --as-known 2026-11-03
history --json`,
  ],
  sent: [
    'sent [NUMBER] [--withdraw | --left] [options]\n       sent --elsewhere --reason TEXT [--filter JSON] [--period P] [--query TEXT]',
    'the files that left, and what has changed in one since',
    `Every file that is exported is remembered with its records as it had them. Lists the files, newest first; with a NUMBER, what has changed since that file, as “history --since” shows it. A file bills its records only where it was written with --bills. What was billed by other means is marked with --elsewhere, which the list has as an entry of its own. What is billed neither way: report not-sent. No request, no key. Exit 6 where not every record is here.`,
    `--withdraw  the file did not leave after all: it bills nothing any more
--left  it did leave
${changes}
--limit  how many records are listed
--elsewhere  marks what is billable and not billed yet of the chosen records as billed elsewhere; taken back by --withdraw
--reason TEXT  why, or where
${selection}
${period}`,
    `sent
sent 12
sent 12 --withdraw
sent --elsewhere --reason "Invoice 12 on paper" --period 2026-09
sent 12 --json`,
  ],
  closing: [
    'closing create | list | show N | drift N | decide N | adjust N | reopen N | cancel N | states | month | log [options]',
    'close a month, and account for what changes afterwards',
    `A closing freezes the billable records of a client in a period. From then on closing + adjustments + open drift = today, by currency, exactly. It cannot lock the CRM: what is changed there is found. create closes every client of the period that is not closed yet, in one step, and is provisional (exit 6) where records are not complete, not counted in the last day, or the period has not ended. What changed is decided once the closing was sent; before, it is closed anew. A closing that was sent is not reopened but cancelled by one with minus. No request, no key.`,
    `${period}
--client NAME  close this client only
--without-client  the records of no client
--accept K,…  close although there are such records (billed: in a file that bills already), with --reason
--anew  take back closing N, of which nothing was sent, and close its client again, in one step
--dry-run  say what would be closed
--ids A,B  these records (default: every open line)
--expected DIGEST  only if exactly those lines are open that “drift N” listed with this digest
--as  adjust (on its own invoice), next (with the client's next closing) or ignore
--reason TEXT  why
--out FILE  what it bills beside its records, as reversals and rebookings, CSV: its adjustments and the lines that earlier closings left to it, each once, or of a minus all that it takes back
--all  every line once more, in a copy that bills nothing
--with-records  with each record as it was closed
--limit  how many lines are listed`,
    `closing create --period 2026-10
closing month
closing drift 12
closing decide 12 --ids 7001 --as next --reason "Came late"
closing adjust 12 --out adjustments.csv
closing cancel 12 --reason "Wrong rate"`,
  ],
  export: [
    'export [NAME | DEFINITION.json] --out FILE [options]\n       export --due --out FOLDER [--replace] [--allow-empty] [--audience internal]',
    'write the filtered records to a file',
    'Writes the filtered records, or what a definition says, and a manifest beside the file. No request, no key.',
    `NAME  an export saved in the workspace: see "exports"; a folder as --out names the file by its pattern
DEFINITION.json  an export saved as a file: what is written, and how
--due  every saved export that is due, into a folder; partial files are named so and stay due; --audience internal lets those run that were saved so, for clients with a profile too
--columns a,b  default: every property
--sort P:asc|desc  a property, or several: a:asc,b:desc
${records}
--pack  a file for each client or person, and an index that adds up: a zip where FILE ends so, else a folder; it names them all: send its files, not the pack
--pack-as  whatever FILE ends in; an earlier pack goes as a whole with --replace
--pattern P  the names of its files, with {name} and {period}
--partition  Parquet alone: a folder of a file for each month, month=2026-10/part.parquet, as warehouses read them, with one manifest, _manifest.json, that lists them
${clientFile}`,
    `export --period 2026-10 --out october.csv --columns title,total_hours,billable_amount
export --period 2026-10 --audience client --filter '[{"filters":[{"propertyName":"client","operator":"EQ","value":"Acme"}]}]' --out acme.csv
export monthly.json --out october.csv
export "Monthly to Acme" --out .
export --due --out /srv/exports --workspace firm
export --format parquet --partition month --out records
export --period last-month --pack client --audience client --format csv --out october.zip`,
  ],
  exports: [
    'exports [--due] [--tsv] | add FILE [--name NAME] [--replace] | save NAME --out FILE [--replace] | remove NAME',
    'saved exports: what there are, and what is due',
    `The exports saved in the workspace, with their last run and what is due. No request, no key; nothing runs by itself: let cron, a timer or the like run "export --due".`,
    `--due  only what is due; exit 0 when something is, 6 when nothing is
--tsv  a line each, with tabs between cells: every fact of the last run too
add FILE  saves the definition of a file, under --name NAME if it is given
save NAME  writes its definition as a file
--name NAME  instead of the one in the file
--out FILE  where to write; an existing file is refused without --replace
--replace  in place of its namesake, or of an existing file`,
    `exports
exports --due --json
exports add monthly.json
exports save Monthly --out monthly.json`,
  ],
  list: [
    'list [options]',
    `one live page of the service's list`,
    'One live page of the list operation; one request.',
    livePage,
    'list --limit 5 --properties title,total_hours',
  ],
  search: [
    'search [options]',
    `one live page of the service's search`,
    'One live page of the search operation; one request.',
    `${selection}
--sort P:asc|desc  one property
${livePage}`,
    `search --query audit --sort first_start_date:desc
search --filter '[{"filters":[{"propertyName":"total_hours","operator":"GT","value":"8"}]}]'`,
  ],
  lookup: [
    'lookup [options] ID… | -',
    'read records by id',
    `Reads records by id, 100 a request; "-" reads a list or a whole mail from standard input, with ids of both kinds. Amounts, phone numbers and the like are reported and not asked. Missing ids are listed, not an error.`,
    `--id-property P  sys_object_id (arguments: default) or record_id (one a line, of any form); standard input: both kinds by default
--properties a,b  with or without the a552213_ prefix
--history a,b  properties whose past values come too (50 ids a request)`,
    `lookup 7001 7002
lookup --id-property record_id - < ids.txt`,
  ],
  verify: [
    'verify [options]',
    `compare the local count with the service's`,
    `Compares the number of records held with the service's; one request. Exit 6 if they differ.`,
    '--filter JSON  only the records of this filter',
    'verify',
  ],
  'verify-file': [
    'verify-file FILE | PACK.zip | FOLDER [--signed-by FINGERPRINT]',
    'check an exported file: by its manifest, its sums, and written again',
    `Checks an exported file by the manifest beside it, FILE.manifest.json. Says what it is and under which name it was written. Does it match its manifest, and does a CSV add up? Signed? By which key, and is it the one of this app: then it is untouched. Then it is written again from the records held, under its own settings, and compared, whatever its format, its manifest too: equal, the first place that differs, or why it cannot be compared (other records, names or settings, another version, no records). No request, no key. Of a pack the index, every file and the whole are checked, and what is missing, stray or changed is named. Exit 7 if the file does not match its manifest or its signature is wrong, 6 if it differs from what is written again, cannot be compared, or the key is not the one of this app.`,
    `--signed-by F  the key it must be signed by, as "signing show" prints its fingerprint; else exit 7`,
    `verify-file october.csv
verify-file october.zip --json
verify-file october.csv --signed-by SHA256:…`,
  ],
  signing: [
    'signing create | show | export --out FILE | forget',
    'the key that signs exported files: create, show, export, forget',
    `Makes the key that signs exported files (export --sign), shows its public half, copies it into a file, or removes it. The private half is in the system keychain and nowhere else: not in the workspace, not in a saved one. Signatures are those of SSH: anyone checks them with ssh-keygen -Y verify, by the line that "show" prints. It cannot be made again: "export" writes a copy for a safe place.`,
    '--out FILE  where the private half is copied to, for you alone to read',
    `signing create
signing show --json
export --period last-month --out october.csv --sign`,
  ],
  workspace: [
    'workspace save --out FILE [--sign] | load FILE | rename TITLE | restore [--rest]',
    'save the data as one file, open a saved one, or restore damaged names',
    `Saves records, names, settings, earlier changes and what was sent as one file without the key, or opens such a file as a new workspace, or in one from which it goes on. Its records are said to be from a file until refreshes, or one "sync --full", have read all of them from the service. The settings "Address of a record" and "Requests a day" stay behind. "rename" calls the workspace by any other text; its folder stays. Where names and settings are damaged, "restore" puts their last good copy in place and sets the damaged file aside. Sends nothing.`,
    `--out FILE  where to write
--sign  signs the file by the key of "signing create"; load says by whose key it was signed
--rest  what can still be read of the damaged file, not the copy`,
    `workspace save --out firm.timelog
workspace load firm.timelog --workspace firm
workspace rename "Müller & Söhne"
workspace restore`,
  ],
  serve: [
    'serve [options]\n       serve keys issue | list | trail | deactivate ID | rotate ID | quota ID N|default',
    'the service itself: over records of its own, or before a CRM',
    `Runs the service until interrupted: on this computer with believable records of its own, or as its options say. "serve keys" manages its keys, also while it runs: changes count within a second.`,
    `--port  0 = any free one
--records  N live records (default: two years of a firm, about 24,000)
--seed  the same seed gives the same records
--as-of DATE  the day the records end at (default: today, UTC)
--daily-quota  requests a day for each key; keys issue: for that key, else the service's
--new-key  issue another key (with --data-dir)
--records-file F  serve these records instead: one a line, as JSON, as the service lists them
--switches N=V,…  how it behaves where CRMs differ, such as ids=strings,listMaximum=50
--upstream URL  forward to a CRM's object type instead; its token is the first line of standard input
--token-file F  the token is in this file, which is yours alone (chmod 600), and read again when the CRM refuses it
--system-prefix P  what the CRM calls sys_…
--owner-prefix P  what the CRM calls platform_…
--call-limit N/S  calls in so many seconds that the CRM takes
--search-limit N/S  searches of them
--calls-at-once  calls in flight
--upstream-timeout S  seconds that one call may take
--host ADDRESS  listen there instead of on this computer alone; needs --public-url and --behind-proxy
--public-url URL  the address that callers use, for links
--behind-proxy  a proxy in front has the TLS
--trusted-proxies A,…  addresses or networks whose word is taken for a caller's address in the log
--drain-delay S  announce an end for so many seconds before it: not ready, but answering
--config FILE  these options as JSON, by their names; one that is given as well goes before it
--admin-port  a second port of this computer, without keys: /livez, /readyz, /metrics, /openapi.json
--admin-host A  that port there instead, for probes from outside; let only operators reach it
--log FILE  append the log, a line of JSON a request, to a file instead of standard error
--postgres-file F  keys and counts in PostgreSQL 15 or later, shared by several instances: the first line of F, which only its owner may read, is postgres://user:password@host/database
--postgres  the same, with the address from the environment (PGHOST, PGUSER, PGPASSWORD, PGDATABASE …)
With --data-dir, keys and counts are kept there; without any of these they last as long as it runs.

--label TEXT  what the key is for
--owner TEXT  who answers for it
--expires T  how long the key lasts, as 12h or 90d (default: without end)
--grace T  how long the old key stays valid too, as 30m, 24h or 7d; both share a quota
"serve keys trail" prints who did what to which key, and when. A key is printed once, when it is issued; the store has only its hash.`,
    `serve --port 8080 --seed 7
serve keys issue --label Payroll --data-dir /srv/timelog
serve keys rotate 3 --grace 7d --data-dir /srv/timelog
serve --port 0 --records 2000 --as-of 2026-11-21 --json`,
  ],
} as const satisfies Readonly<Record<string, HelpPage>>;
export type CommandName = keyof typeof commandPages;

/** In the order of the program's help. */
export const helpPages: Readonly<Record<CommandName, HelpPage>> = commandPages;

export const programPage = {
  usage: 'npx node out/cli.js COMMAND [options]',
  about: 'Reads time log records within a daily quota, keeps them here, and reports on them at no cost.',
  more: '"COMMAND --help" says more.',
  everywhere: `Everywhere:
--workspace NAME  its name or its folder's; "sample" is the built-in sample
--data-dir DIR  where workspaces are kept
--base-url URL  the service's address without a path; a workspace remembers its first
--key-stdin  the key is the first line of standard input
--quota-limit  the key's requests a day
--rate N  requests a second, 0 = unlimited
--json  one JSON document on standard output
--help  the help of the program or of a command
--version  its version`,
  exitCodes: `Exit codes:
  0 done   1 unexpected   2 usage   3 key or keychain   4 quota used up
  5 service failed or offline   6 done on partial data   7 store, disk or changed file   130 cancelled`,
};

/** What is added to the texts above. */
export const helpWords = {
  usage: (line: string) => `Usage: ${line}`,
  examples: 'Examples:',
  number: 'N',
  range: (least: string, most: string | null) => (most === null ? `${least} or more` : `${least} to ${most}`),
  /** @param action the one that has the default, '' if all have it */
  standard: (value: string, action: string) => `${action === '' ? '' : `${action}: `}default ${value}`,
};
