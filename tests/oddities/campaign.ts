/** One world of odd texts and numbers, asked by every command: none fails unexpectedly, nothing vanishes, every sum is exact. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { declaredProperties, isSummable } from '#domain/properties.ts';
import { KeptTerminal } from '../support/hosts/kept-terminal.ts';
import { runInProcess } from '../support/hosts/terminal-in-process.ts';
import type { Place } from '../support/hosts/terminal-session.ts';
import type { Ended } from '../support/hosts/terminal.ts';
import { isDeep, isReceived, sameJson } from './comparison.ts';
import { printedUnits, readReceivedNumber, readReceivedText, unitsOfPrinted } from './reckoning.ts';
import { startOddService } from './service.ts';
import { NOW, oddWorld, type OddRecord, type OddWorld } from './world.ts';

export interface OddResult {
  readonly seed: number;
  /** What is wrong, a line each. */
  readonly wrong: readonly string[];
  readonly records: number;
  readonly values: number;
  readonly unreadable: number;
  readonly rounded: number;
  readonly sums: number;
  readonly commands: number;
}

const numbers = declaredProperties.filter(({ type }) => type === 'number');
const texts = declaredProperties.filter(({ type }) => type === 'string' || type === 'enumeration');
const columns = [...numbers, ...texts].map(({ name }) => name);
const summed = numbers.filter(isSummable).map(({ name }) => name);

export async function runOddWorld(seed: number): Promise<OddResult> {
  const world = oddWorld(seed);
  const service = await startOddService(world);
  const folder = mkdtempSync(join(tmpdir(), 'oddities-'));
  const place = { data: join(folder, 'data'), url: service.url, key: service.key };
  try {
    const result = await askEverything(seed, world, place, folder);
    // What was closed is opened again by a command of its own.
    const wrong = seed % EVERY === 0 ? await findWrongAgain(place, world) : [];
    return { ...result, wrong: [...result.wrong, ...wrong] };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askEverything(seed: number, world: OddWorld, place: Place, folder: string): Promise<OddResult> {
  const terminal = new KeptTerminal({ place, now: () => NOW });
  try {
    const odd = new OddRun(seed, world, folder, terminal);
    return await odd.toEnd().catch((fault: unknown) => odd.failed(fault));
  } finally {
    await terminal.close();
  }
}

async function findWrongAgain({ data, url }: Place, { records }: OddWorld): Promise<string[]> {
  const { code, stdout, stderr } = await runInProcess(['status', '--json', '--data-dir', data, '--base-url', url]);
  const held: unknown = code === 0 ? (JSON.parse(stdout) as Document)['records'] : undefined;
  return held === records.length ? [] : [`status of the closed workspace ends with ${code}: ${stderr}`];
}

/** Of so many worlds one is opened again. */
const EVERY = 5;

type Document = Readonly<Record<string, unknown>>;
interface Row {
  readonly values: Readonly<Record<string, string | null>>;
}
interface Found {
  readonly id: string;
  readonly facts: Readonly<Record<string, string | null>>;
}

class OddRun {
  readonly #wrong: string[] = [];
  readonly #seed: number;
  readonly #world: OddWorld;
  readonly #folder: string;
  readonly #terminal: KeptTerminal;
  #commands = 0;
  #values = 0;
  #sums = 0;

  constructor(seed: number, world: OddWorld, folder: string, terminal: KeptTerminal) {
    this.#seed = seed;
    this.#world = world;
    this.#folder = folder;
    this.#terminal = terminal;
  }

  async toEnd(): Promise<OddResult> {
    const { records } = this.#world;
    await this.#json('sync');
    const unreadable = records.map(unreadableNames);
    const rounded = records.map(roundedNames);
    const status = await this.#json('status');
    // Dates and booleans are counted with them; a reading of those is not this campaign's.
    const counted = Number(status['anomalies']);
    const least = unreadable.flat().length;
    if (!(counted >= least)) this.#say(`status counts ${counted} unreadable values; there are ${least} at least`);
    if (status['records'] !== records.length || status['complete'] !== true)
      this.#say('status: not every record is held');
    await this.#compareFindings('unreadable', unreadable);
    await this.#compareFindings('rounded', rounded);
    // A third each: together the worlds are shown by all of them.
    for (const words of shownCommands.filter((_, at) => at % 3 === this.#seed % 3)) await this.#run(words.split(' '));
    await this.#compareSums();
    await this.#compareFile();
    await this.#compareReceived('lookup', 'found', ...records.map(({ id }) => String(id)));
    await this.#compareReceived('search', 'results', '--limit', '200');
    await this.#compareReceived('list', 'results', '--limit', '100');
    const { equal } = await this.#json('verify');
    if (equal !== true) this.#say('verify: not equal');
    return { ...this.#result(), unreadable: counted, rounded: rounded.flat().length };
  }

  /** A command that failed ends the run: what it was to tell is missing. */
  failed(fault: unknown): OddResult {
    if (!(fault instanceof OddFailure)) throw fault;
    return { ...this.#result(), unreadable: 0, rounded: 0 };
  }

  #result() {
    const { records } = this.#world;
    const [values, sums, commands] = [this.#values, this.#sums, this.#commands];
    return { seed: this.#seed, wrong: this.#wrong, records: records.length, values, sums, commands };
  }

  /** The findings are exactly those records, and what stands beside each is what was received. */
  async #compareFindings(check: string, names: readonly (readonly string[])[]): Promise<void> {
    const { findings } = (await this.#json('checks', check)) as { readonly findings: readonly Found[] };
    const facts = new Map(findings.map((each) => [each.id, each.facts]));
    const least = names.filter((each) => each.length > 0).length;
    // Unreadable dates, which are not reckoned here, are found beside them.
    const fits = check === 'unreadable' ? findings.length >= least : findings.length === least;
    if (!fits) this.#say(`checks ${check}: ${findings.length} records are found, reckoned ${least}`);
    for (const [at, { id, received }] of this.#world.records.entries()) {
      for (const name of names[at] ?? []) {
        const shown = facts.get(String(id))?.[name];
        if (!isShown(received.get(name) ?? '', shown))
          this.#say(`checks ${check}: ${name} of ${id} is ${brief(shown)}`);
      }
    }
  }

  async #compareSums(): Promise<void> {
    const { totals } = (await this.#json('report', '--measures', summed.join(','))) as {
      readonly totals: Row['values'];
    };
    const grouped = await this.#json('report', '--measures', summed.join(','), '--group-by', 'title,platform_owner_id');
    const rows = grouped['rows'] as readonly Row[];
    for (const name of summed) {
      const known = this.#world.records.flatMap(({ received }) => {
        const reading = readReceivedNumber(received.get(name) ?? 'null');
        return reading.kind === 'number' ? [reading.units] : [];
      });
      const total = known.length === 0 ? null : printedUnits(known.reduce((sum, each) => sum + each, 0n));
      if (totals[name] !== total) this.#say(`report: ${name} is ${totals[name]}, reckoned ${total}`);
      const lines = rows.flatMap(({ values }) => values[name] ?? []);
      const sum = lines.reduce((units, text) => units + unitsOfPrinted(text), 0n);
      const isWhole = total === null ? lines.length === 0 : printedUnits(sum) === total;
      if (!isWhole) this.#say(`report by title: the lines of ${name} are not its total`);
      this.#sums += 1;
    }
  }

  async #compareFile(): Promise<void> {
    const out = join(this.#folder, 'records.csv');
    const asked = ['--columns', ['sys_object_id', ...columns].join(','), '--preset', 'machine'];
    await this.#json('export', '--format', 'csv', '--out', out, ...asked);
    const lines = parse<Record<string, string>>(readFileSync(out), { bom: true, columns: true });
    const cells = new Map(lines.map((line) => [line['sys_object_id'], line]));
    for (const { id, received } of this.#world.records) {
      const line = cells.get(String(id));
      const unreadable = JSON.parse(line?.['unreadable'] || '{}') as Record<string, string>;
      for (const name of columns) {
        if (name === 'a552213_record_id') continue;
        const cell = line?.[name];
        if (!isInFile(name, received.get(name) ?? 'null', cell, unreadable[name]))
          this.#say(`export: ${name} of ${id} is ${brief(cell)}`);
        this.#values += 1;
      }
    }
  }

  /** Live answers give every value as it was received. */
  async #compareReceived(command: string, list: string, ...more: readonly string[]): Promise<void> {
    const answer = await this.#json(command, ...more);
    const given = new Map(
      (answer[list] as { id: string; properties: Document }[]).map(({ id, properties }) => [id, properties]),
    );
    for (const { id, received } of this.#world.records) {
      for (const [name, text] of received) {
        const value = given.get(String(id))?.[name];
        if (!isReceived(text, value)) this.#say(`${command}: ${name} of ${id} is ${brief(value)}`);
        this.#values += 1;
      }
    }
  }

  async #json(...words: readonly string[]): Promise<Document> {
    const { stdout } = await this.#run([...words, '--json']);
    return stdout === '' ? {} : (JSON.parse(stdout) as Document);
  }

  async #run(words: readonly string[]): Promise<Ended> {
    const ended = await this.#terminal.run(words);
    this.#commands += 1;
    if (ended.code !== 0) {
      const command = words.join(' ').slice(0, 80);
      this.#say(`${command} ends with ${ended.code}: ${ended.stderr.slice(0, 600)}`);
      throw new OddFailure(command);
    }
    return ended;
  }

  #say(what: string): void {
    this.#wrong.push(what);
  }
}

/** Tables for people, of everything that prints values. */
const shownCommands = [
  'status',
  'checks',
  'report people',
  'checks unreadable',
  'checks rounded',
  'report --measures total_minutes,billable_value --group-by title',
  `list --properties ${columns.join(',')}`,
  `lookup 1 --properties ${columns.join(',')}`,
  'report --measures billable_value --group-by client,category_text',
];

class OddFailure extends Error {}

function unreadableNames({ received }: OddRecord): string[] {
  return [...received].flatMap(([name, text]) => {
    const isNumber = numbers.some((each) => each.name === name);
    const isText = texts.some((each) => each.name === name);
    if (isNumber && readReceivedNumber(text).kind === 'unreadable') return [name];
    return isText && readReceivedText(text) === undefined ? [name] : [];
  });
}

function roundedNames({ received }: OddRecord): string[] {
  return numbers.flatMap(({ name }) => {
    const reading = readReceivedNumber(received.get(name) ?? 'null');
    return reading.kind === 'number' && !reading.isExact ? [name] : [];
  });
}

/** As people and files are shown it: a text as it was, a number with every digit, anything else as JSON. */
function isShown(json: string, shown: unknown): boolean {
  const value: unknown = JSON.parse(json);
  if (typeof shown !== 'string') return false;
  if (typeof value === 'string') return shown === value || isSameText(shown, value);
  if (typeof value === 'number') return shown === json;
  return isDeep(json) ? shown !== '' : sameJson(shown, json);
}

/** Half a pair is shown as JSON, whose escapes may be written in several ways. */
function isSameText(shown: string, value: string): boolean {
  return !value.isWellFormed() && shown.startsWith('"') && JSON.parse(shown) === value;
}

/** @param unreadable what stands in the column of what could not be read: then the value's own cell is empty */
function isInFile(name: string, json: string, cell: string | undefined, unreadable: string | undefined): boolean {
  if (cell === undefined) return false;
  // What a spreadsheet would run stands behind an apostrophe.
  const plain = cell.startsWith("'") ? [cell, cell.slice(1)] : [cell];
  if (numbers.some((each) => each.name === name)) {
    const reading = readReceivedNumber(json);
    if (reading.kind === 'number') return cell === printedUnits(reading.units);
    return cell === '' && (reading.kind === 'unset' ? unreadable === undefined : isShown(json, unreadable ?? ''));
  }
  const text = readReceivedText(json);
  if (text === null) return cell === '';
  if (text === undefined) return cell === '' && isShown(json, unreadable ?? '');
  return plain.some((each) => each === text);
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 120);
}
