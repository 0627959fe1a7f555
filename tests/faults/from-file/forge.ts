/** Changes what a saved workspace says of the service, and lets sums, counts and digests agree with it. */
import { createState, serializeState, readState, type SyncState } from '#electron/sync/state.ts';
import type { OpenedFile } from '#tests/support/stores/workspace-files.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';

const UNIT = 100_000_000n;
const DAY = 86_400_000;
type Cells = (string | number | boolean | null)[];

interface Figures {
  records: number;
  sums: Record<string, string | null>;
}

/** @returns what was forged, in words; none: the file is true */
export function forge({ texts, manifest }: OpenedFile, random: Seeded, now: number): string[] {
  const columns = manifest['columns'] as string[];
  const [part = '', text = ''] = [...texts].find(([name]) => name.startsWith('records-')) ?? [];
  const lines = text === '' ? [] : text.trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as Cells);
  const told: string[] = [];
  const one = () => random.pick(records);
  const lies: readonly (readonly [what: string, tell: () => void])[] = [
    ['amount', () => void (one()[columns.indexOf('a552213_billable_amount')] = `${random.between(1, 999)}.50000000`)],
    ['title', () => void (one()[columns.indexOf('a552213_title')] = 'Another title')],
    [
      'newer',
      () => {
        const cells = one();
        cells[columns.indexOf('a552213_total_minutes')] = '1.00000000';
        cells[2] = now + random.between(-2, 2_000) * DAY;
      },
    ],
    ['left out', () => void records.splice(random.between(0, records.length - 1), 1)],
    [
      'added',
      () => {
        const copy = [...one()];
        const ids = new Set(records.map(([id]) => id));
        let id = BigInt(String(copy[0])) + BigInt(random.between(1, 50));
        while (ids.has(String(id))) id += 1n;
        copy[0] = String(id);
        if (random.chance(0.5)) copy[1] = now + 1_000 * DAY;
        records.push(copy);
      },
    ],
    ['archived', () => void (one()[3] = true)],
  ];
  if (records.length > 2)
    for (let at = random.between(0, 3); at > 0; at -= 1) {
      const [what, tell] = random.pick(lies);
      tell();
      told.push(what);
    }
  if (part !== '') texts.set(part, `${records.map((cells) => JSON.stringify(cells)).join('\n')}\n`);
  const figures = manifest['figures'] as Figures;
  figures.records = records.length;
  manifest['records'] = records.filter((cells) => cells[3] === false).length;
  for (const name of Object.keys(figures.sums)) figures.sums[name] = sumOf(records, columns.indexOf(name));
  if (random.chance(0.4)) told.push(...lieOfState(texts, random, now));
  return told;
}

function sumOf(records: readonly Cells[], at: number): string | null {
  const values = records.flatMap((cells) => (typeof cells[at] === 'string' ? [cells[at]] : []));
  if (values.length === 0) return null;
  const sum = values.reduce((all, value) => {
    const [, sign, whole = '0', digits = ''] = /^(-?)(\d+)\.(\d{8})$/.exec(value) ?? [];
    const units = BigInt(whole) * UNIT + BigInt(digits);
    return all + (sign === '-' ? -units : units);
  }, 0n);
  const size = sum < 0n ? -sum : sum;
  const text = `${size / UNIT}.${String(size % UNIT).padStart(8, '0')}`.replace(/\.?0+$/, '');
  return sum < 0n ? `-${text}` : text;
}

/** What the state says was read and proven. */
function lieOfState(texts: Map<string, string>, random: Seeded, now: number): string[] {
  for (const [name, text] of texts) {
    if (!name.startsWith('workspace-')) continue;
    const lines = text.trimEnd().split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"kind":"state"'));
    if (at < 0) continue;
    const { text: held } = JSON.parse(lines[at]!) as { text: string };
    const state = readState(held);
    const id = state.canaries[0] ?? '5';
    const lies: readonly (readonly [what: string, lie: Partial<SyncState>])[] = [
      ['no file', { file: null }],
      ['all read', { file: { savedAt: now, below: '0', reading: '0' } }],
      ['later watermark', { watermark: now + random.between(-5, 5) * 60_000 }],
      ['scrub far down', { scrub: { cursor: '7', day: null } }],
      ['full nearly read', { phase: { ...pages, suspects: [], kind: 'full', cursor: id } }],
      ['window read', { phase: { ...pages, suspects: [], kind: 'window', since: now, cursor: '9' } }],
      ['records called gone', { phase: { name: 'confirm', suspects: [id], tries: 0, unresolved: false, onward } }],
      ['fresh', { phase: createState(now).phase }],
    ];
    const [what, lie] = random.pick(lies);
    lines[at] = JSON.stringify({ kind: 'state', text: serializeState({ ...state, ...lie }) });
    texts.set(name, `${lines.join('\n')}\n`);
    return [what];
  }
  return [];
}

const onward = { name: 'done', verified: true, asOf: null, unpublished: true } as const;
const pages = {
  name: 'pages',
  since: null,
  startedAt: null,
  asOf: null,
  resumed: false,
  pagesLeft: null,
  expected: null,
  short: false,
  least: 0,
} as const;
