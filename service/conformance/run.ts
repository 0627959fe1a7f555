/** `npm run conformance -- --base-url URL --key-stdin` checks a service against the interface, rule by rule. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runSuite, type Report, type SuiteOptions, type Result } from './suite.ts';
import { CouldNotRun } from './client.ts';
import type { Outcome } from './rule.ts';

const marks: Readonly<Record<Outcome, string>> = { held: 'held   ', broken: 'BROKEN ', untried: 'untried' };

function printResult({ rule, states, outcome, evidence }: Result): string {
  return `${marks[outcome]} ${rule.padEnd(7)} ${states}\n                ${evidence}`;
}

function printReport({ results, requests, held, broken, untried }: Report): string {
  const sections = [...new Set(results.map(({ section }) => section))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const lines = sections.map((section) => {
    const sectionResults = results.filter((result) => result.section === section);
    const count = (outcome: Outcome) => sectionResults.filter((result) => result.outcome === outcome).length;
    return `section ${section.padEnd(4)} ${count('held')} held, ${count('broken')} broken, ${count('untried')} untried`;
  });
  const sum = `${held} of ${held + broken} rules held, ${untried} untried, ${requests} requests`;
  return ['', ...lines, '', sum].join('\n');
}

const HELD = 0;
const BROKEN = 1;
const COULD_NOT_RUN = 2;

const USAGE = `npm run conformance -- --base-url URL --key-stdin [options]

  --base-url URL              the service, without a path
  --key-stdin                 reads the API key from the first line of standard input
  --deactivated-key-stdin     reads a deactivated key from the second line, for the rule about 403
  --public-url URL            the address that links must have, if it is not the base URL
  --only NAMES                sections or rules, joined by commas: 4.2,4.3-6
  --requests N                sends at most N requests (600)
  --spend-quota               also tries the quota rules, which use up the key's requests for today
  --daily-quota N             the key's requests a day (1,000)
  --json                      the whole report as JSON

Reads only. Exit code 0: every rule that was tried held; 1: one is broken; 2: it could not run.
`;

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const runOptions = readOptions();
    if (runOptions === undefined) {
      process.stdout.write(USAGE);
      return HELD;
    }
    const { json, ...options } = runOptions;
    const report = await runSuite({
      ...options,
      ...(json ? {} : { onResult: (result) => write(printResult(result)) }),
    });
    write(json ? JSON.stringify(report, null, 2) : printReport(report));
    return judgeReport(report);
  } catch (fault) {
    if (!(fault instanceof CouldNotRun)) throw fault;
    process.stderr.write(`${fault.message}\n`);
    return COULD_NOT_RUN;
  }
}

function judgeReport({ broken, held }: Report): number {
  if (broken > 0) return BROKEN;
  return held > 0 ? HELD : COULD_NOT_RUN;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readOptions(): (SuiteOptions & { readonly json: boolean }) | undefined {
  const values = readArguments();
  if (values.help) return undefined;
  const baseUrl = readAddress(values['base-url'], '--base-url');
  if (!values['key-stdin']) throw new CouldNotRun('Give --key-stdin and the API key on standard input.');
  const [key = '', deactivated = ''] = readFileSync(0, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  if (key === '') throw new CouldNotRun('There is no API key on standard input.');
  if (values['deactivated-key-stdin'] && deactivated === '')
    throw new CouldNotRun('There is no second key on the second line of standard input.');
  return {
    baseUrl,
    key,
    json: values.json ?? false,
    spendQuota: values['spend-quota'] ?? false,
    publicUrl: values['public-url'] === undefined ? undefined : readAddress(values['public-url'], '--public-url'),
    deactivatedKey: values['deactivated-key-stdin'] ? deactivated : undefined,
    only: values.only?.split(','),
    mostRequests: readCount(values.requests, '--requests'),
    dailyQuota: readCount(values['daily-quota'], '--daily-quota'),
  };
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        'base-url': { type: 'string' },
        'key-stdin': { type: 'boolean' },
        'deactivated-key-stdin': { type: 'boolean' },
        'public-url': { type: 'string' },
        only: { type: 'string' },
        requests: { type: 'string' },
        'spend-quota': { type: 'boolean' },
        'daily-quota': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (fault) {
    throw new CouldNotRun(`${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`);
  }
}

/** The key may leave this machine only over HTTPS. */
function readAddress(text: string | undefined, option: string): string {
  const url = URL.parse(text ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.username !== '')
    throw new CouldNotRun(`Give ${option} an address without a path, such as https://timelogs.example.com.`);
  const isLoopback = url.hostname === 'localhost' || url.hostname === '[::1]' || url.hostname.startsWith('127.');
  if (url.protocol === 'http:' && !isLoopback)
    throw new CouldNotRun(`${option} ${text} would send the key in the clear: use https.`);
  return url.origin;
}

function readCount(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new CouldNotRun(`Give ${option} a whole number above 0.`);
  return Number(text);
}
