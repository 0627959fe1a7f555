/**
 * Saved workspaces as an attacker, or a bad disk, might hand them over: made from a true one by one of many kinds of change, each from a
 * seed. Such a file must end in one sentence, at the cost of reading it once, or in the true records to the last digit.
 */
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { gzipSync, constants } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { openJournal } from '#electron/journal/journal.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import {
  closeWorkspaceFile,
  openWorkspaceFile,
  readTar,
  sealed,
  sha256,
  tarHeader,
  writeTar,
  type OpenedFile,
} from '#tests/support/stores/workspace-files.ts';

export interface Surroundings {
  /** A listener that must never be contacted. */
  readonly foreign: string;
  /** A file of this computer that must never be read. */
  readonly secret: string;
}

export interface HostileFile {
  readonly kind: string;
  readonly bytes: Buffer;
}

interface Making extends Surroundings {
  readonly random: Seeded;
  /** The true file. */
  readonly whole: Buffer;
}
type Make = (making: Making) => Buffer | Promise<Buffer>;

const RECORDS = 'records-00001.ndjson.gz';
const WORKSPACE = 'workspace-00001.ndjson.gz';
type Cells = unknown[];
interface Said {
  [name: string]: unknown;
  columns: string[];
  figures: { records: number; sums: Record<string, string | null> };
  parts: Record<string, { sha256: string }[]>;
}

/** A change of the file's content, with every digest and count made to fit. */
const rewritten =
  (change: (file: OpenedFile, making: Making) => void): Make =>
  (making) => {
    const file = openWorkspaceFile(making.whole);
    change(file, making);
    return closeWorkspaceFile(file);
  };

const line = (change: (cells: Cells, making: Making) => unknown): Make =>
  rewritten((file, making) => {
    const lines = file.texts.get(RECORDS)!.trimEnd().split('\n');
    const at = making.random.between(0, lines.length - 1);
    const cells = JSON.parse(lines[at]!) as Cells;
    const changed = change(cells, making) ?? cells;
    lines[at] = typeof changed === 'string' ? changed : JSON.stringify(changed);
    file.texts.set(RECORDS, `${lines.join('\n')}\n`);
  });

/** The cell of a column, by its name in the manifest. */
const cell = (name: string, value: (making: Making, before: unknown) => unknown): Make =>
  rewritten((file, making) => {
    const columns = file.manifest['columns'] as string[];
    const lines = file.texts.get(RECORDS)!.trimEnd().split('\n');
    const at = making.random.between(0, lines.length - 1);
    const cells = JSON.parse(lines[at]!) as Cells;
    const column = columns.findIndex((each) => each === name || each === `a552213_${name}`);
    cells[column] = value(making, cells[column]);
    lines[at] = JSON.stringify(cells);
    file.texts.set(RECORDS, `${lines.join('\n')}\n`);
  });

const more = (entry: (making: Making) => unknown): Make =>
  rewritten((file, making) => {
    const given = entry(making);
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    file.texts.set(WORKSPACE, `${file.texts.get(WORKSPACE)}${text}\n`);
  });

const state = (change: (state: Record<string, unknown>, making: Making) => unknown): Make =>
  rewritten((file, making) => {
    const lines = file.texts.get(WORKSPACE)!.trimEnd().split('\n');
    const changed = lines.map((text) => {
      const entry = JSON.parse(text) as { kind: string; text: string };
      if (entry.kind !== 'state') return text;
      const before = JSON.parse(entry.text) as Record<string, unknown>;
      const after = change(before, making) ?? before;
      return JSON.stringify({ ...entry, text: typeof after === 'string' ? after : JSON.stringify(after) });
    });
    file.texts.set(WORKSPACE, `${changed.join('\n')}\n`);
  });

const manifest =
  (change: (manifest: Said, making: Making) => void): Make =>
  (making) => {
    const entries = [...readTar(making.whole)].filter(([name]) => !name.startsWith('manifest'));
    const said = openWorkspaceFile(making.whole).manifest as unknown as Said;
    change(said, making);
    return sealed(entries, said);
  };

/** A packed part that describes itself truly, in place of the first one of the records. */
const bomb =
  (text: Buffer, said: { lines: number; textBytes?: number }): Make =>
  ({ whole }) => {
    const content = gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
    const parts = openWorkspaceFile(whole).manifest['parts'] as Record<string, unknown[]>;
    const part = {
      lines: said.lines,
      bytes: content.length,
      textBytes: said.textBytes ?? text.length,
      sha256: sha256(content),
    };
    const entries = [...readTar(whole)].filter(([name]) => !name.startsWith('manifest') && name !== RECORDS);
    const { manifest: before } = openWorkspaceFile(whole);
    const figures = { ...(before['figures'] as object), records: said.lines };
    return sealed([...entries, [RECORDS, content]], { ...before, figures, parts: { ...parts, records: [part] } });
  };

/** As earlier versions wrote them: databases, prepared by the attacker. */
const databases =
  (sql: { readonly duck?: (making: Making) => string; readonly lite?: (making: Making) => string }): Make =>
  async (making) => {
    const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
    try {
      const snapshot = join(folder, 'snapshot.duckdb');
      const journal = join(folder, 'journal.sqlite');
      await (await openSnapshot(snapshot)).close();
      const { baseUrl } = openWorkspaceFile(making.whole).manifest;
      const opened = openJournal(journal);
      opened.saveSetting('baseUrl', baseUrl);
      opened.close();
      if (sql.duck) {
        const instance = await DuckDBInstance.create(snapshot);
        const connection = await instance.connect();
        await connection.run(sql.duck(making));
        connection.closeSync();
        instance.closeSync();
      }
      const database = new DatabaseSync(journal);
      database.exec('PRAGMA journal_mode = DELETE');
      if (sql.lite) database.exec(sql.lite(making));
      database.close();
      const files = { 'snapshot.duckdb': readFileSync(snapshot), 'journal.sqlite': readFileSync(journal) };
      const told = Object.entries(files).map(([name, bytes]) => [name, { bytes: bytes.length, sha256: sha256(bytes) }]);
      const said = {
        format: 'timelog-workspace',
        version: 1,
        baseUrl,
        records: 0,
        complete: false,
        asOf: null,
        savedAt: '2026-11-20T12:00:00.000Z',
        appVersion: '0.1.0',
        files: Object.fromEntries(told) as unknown,
      };
      return writeTar([['manifest.json', Buffer.from(JSON.stringify(said))], ...Object.entries(files)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

const owner = (name: string) => ({
  kind: 'owner',
  id: '900',
  entry: { name, team: null, weeklyHours: null, activeFrom: null, activeTo: null },
});
const report = (name: string, id: string) => ({
  kind: 'report',
  saved: {
    id,
    savedAt: '2026-11-20T12:00:00.000Z',
    file: { format: 'timelog-report', version: 1, name, report: { measures: ['records'] } },
  },
});
const settings = (given: Record<string, unknown>): Make =>
  rewritten((file) => {
    const lines = file.texts
      .get(WORKSPACE)!
      .trimEnd()
      .split('\n')
      .filter((each) => !each.startsWith('{"kind":"settings"'));
    file.texts.set(WORKSPACE, `${[JSON.stringify({ kind: 'settings', settings: given }), ...lines].join('\n')}\n`);
  });
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const makers: Readonly<Record<string, Make>> = {
  'as it was saved': ({ whole }) => whole,
  'trigger that rewrites the address': databases({
    lite: ({ foreign }) => `CREATE TRIGGER away AFTER INSERT ON setting BEGIN
      UPDATE setting SET value = '"${foreign}"' WHERE key = 'baseUrl'; END`,
  }),
  'view in place of a journal table': databases({
    lite: () => `ALTER TABLE owner_name RENAME TO o; CREATE VIEW owner_name AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 'x' AS name FROM n`,
  }),
  'macro that doubles sums': databases({ duck: () => 'CREATE MACRO sum(x) AS list_sum(list(x)) * 2' }),
  'view over a local file': databases({
    duck: ({ secret }) => `ALTER TABLE records RENAME TO kept; CREATE VIEW records AS SELECT * REPLACE
      ((SELECT content FROM read_text('${secret}')) AS extra) FROM kept`,
  }),
  'recursive view': databases({
    duck: () => `ALTER TABLE records RENAME TO kept; CREATE VIEW records AS WITH RECURSIVE n AS
      (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT kept.* FROM kept, n`,
  }),
  'other schema': databases({ duck: () => 'CREATE SCHEMA other; CREATE TABLE other.records AS SELECT 1 AS id' }),
  'computed column': databases({
    duck: () => 'ALTER TABLE removed ALTER id SET DEFAULT (random() * 1000)::BIGINT; CREATE SEQUENCE serial',
  }),
  'database beside the parts': ({ whole }) => {
    const file = openWorkspaceFile(whole);
    return closeWorkspaceFile(file, [['snapshot.duckdb', Buffer.alloc(12_288, 'DUCK')]]);
  },
  'path out of the folder': ({ whole, random }) => {
    const names = [
      '../../escaped',
      '/tmp/escaped',
      'workspaces/../../escaped',
      '..\\escaped',
      '.',
      'a/b',
      'con',
      '\u202egz.nosdjn',
    ];
    return closeWorkspaceFile(openWorkspaceFile(whole), [[random.pick(names), Buffer.from('escaped')]]);
  },
  'part called by a path': ({ whole }) => {
    const entries = [...readTar(whole)].map(
      ([name, content]) => [name === RECORDS ? `../${RECORDS}` : name, content] as const,
    );
    return writeTar(entries);
  },
  'entry twice': ({ whole }) => writeTar([...readTar(whole), ...readTar(whole)]),
  'manifest twice': ({ whole }) => {
    const entries = [...readTar(whole)];
    return writeTar([...entries, ['manifest.json', Buffer.from('{}')]]);
  },
  'cut short': ({ whole, random }) => whole.subarray(0, random.between(0, whole.length - 1100)),
  'cut to a block': ({ whole, random }) => whole.subarray(0, random.between(1, whole.length / 512 - 3) * 512),
  'bits flipped': ({ whole, random }) => {
    const bytes = Buffer.from(whole);
    for (let left = random.between(1, 40); left > 0; left -= 1)
      bytes[random.between(0, bytes.length - 1)]! ^= 1 << random.between(0, 7);
    return bytes;
  },
  'stretch overwritten': ({ whole, random }) => {
    const bytes = Buffer.from(whole);
    const at = random.between(0, bytes.length - 1);
    return bytes.fill(random.pick([0, 0xff, 0x41]), at, at + random.between(1, 4096));
  },
  'size of an entry out of the world': ({ whole, random }) => {
    const size = random.pick([8 ** 11 - 1, whole.length * 2, 2 ** 31]);
    return Buffer.concat([tarHeader(RECORDS, size), whole.subarray(512)]);
  },
  'endless small entries': () =>
    writeTar(Array.from({ length: 60_000 }, (_, at) => [`records-${at}`, Buffer.alloc(0)] as const)),
  'no archive': ({ random }) => Buffer.from(Array.from({ length: 5000 }, () => random.between(0, 255))),
  'empty file': () => Buffer.alloc(0),
  'only zeros': () => Buffer.alloc(1 << 20),
  'packed zeros': bomb(Buffer.alloc(200 << 20), { lines: 1 }),
  'packed zeros that say they are few': bomb(Buffer.alloc(200 << 20), { lines: 1, textBytes: 4096 }),
  'packed empty lines': bomb(Buffer.alloc(30 << 20, '\n'), { lines: 30 << 20 }),
  'one endless line': bomb(Buffer.concat([Buffer.from('["'), Buffer.alloc(30 << 20, 'x'), Buffer.from('"]\n')]), {
    lines: 1,
  }),
  'deeply nested line': line(() => deep(2_000_000)),
  'deeply nested extra': cell('extra', () => `{"x":${deep(500_000)}}`),
  'deeply nested report': more(() => `{"kind":"report","saved":${deep(1_000_000)}}`),
  'one record twenty thousand times': rewritten((file) => {
    const [first] = file.texts.get(RECORDS)!.split('\n');
    file.texts.set(RECORDS, `${first}\n`.repeat(20_000));
    (file.manifest['figures'] as Record<string, number>)['records'] = 20_000;
  }),
  'an id twice': rewritten((file, { random }) => {
    const lines = file.texts.get(RECORDS)!.trimEnd().split('\n');
    const cells = JSON.parse(lines[random.between(2, lines.length - 1)]!) as Cells;
    cells[0] = (JSON.parse(lines[0]!) as Cells)[0];
    file.texts.set(RECORDS, `${[...lines.slice(2), JSON.stringify(cells), lines[0]].join('\n')}\n`);
  }),
  'a record left out': rewritten((file) => {
    file.texts.set(RECORDS, file.texts.get(RECORDS)!.split('\n').slice(1).join('\n'));
  }),
  'a record left out and not counted': rewritten((file) => {
    file.texts.set(RECORDS, file.texts.get(RECORDS)!.split('\n').slice(1).join('\n'));
    const figures = file.manifest['figures'] as Record<string, number>;
    figures['records'] = figures['records']! - 1;
  }),
  'id that is no integer': cell('id', ({ random }) =>
    random.pick<unknown>(['1e3', '-1', '01', 'x', '9'.repeat(40), 7, null, '']),
  ),
  'time out of the world': cell('updated_at', ({ random }) =>
    random.pick<unknown>([1e308, -9e15, 1.5, '2026', null, {}]),
  ),
  'archived by a word': cell('archived', () => 'false'),
  'number as a number': cell('total_minutes', ({ random }) => random.pick<unknown>([1e300, 60, true, { toString: 1 }])),
  'number out of its column': cell('total_minutes', ({ random }) =>
    random.pick(['99999999999.00000000', 'NaN', '1e9', '0x10', '1.5', ' 1.00000000', "1'; DROP TABLE records; --"]),
  ),
  'number a little different': cell(
    'total_minutes',
    (_, before) => `1${typeof before === 'string' ? before : '0.00000000'}`,
  ),
  'date in no calendar': cell('month_year', ({ random }) =>
    random.pick(['2026-02-30', '0000-00-00', '+012026-01-01', 'now()', '2026-11-01T00:00:00Z']),
  ),
  'truth by a number': cell('toggle', () => 1),
  'text by a list': cell('title', () => ['a']),
  'half a character': cell('title', () => '\ud800'),
  'anomalies that are no object': cell('anomalies', ({ random }) => random.pick(['[]', '1', 'null', '{', '"x"'])),
  'too few values': line((cells) => cells.slice(1)),
  'too many values': line((cells) => [...cells, 1]),
  'prototype as a record': line(() => '{"__proto__":{"id":"1"}}'),
  'prototype as an id': more(() => '{"kind":"owner","id":"__proto__","entry":{"name":"x"}}'),
  'no JSON': line(() => "'; DROP TABLE records; --"),
  'empty line': line(() => ''),
  'unknown column': manifest((said) => void said.columns.push('evil')),
  'column twice': manifest((said) => void said.columns.push(said.columns.at(-1)!)),
  'columns in another order': manifest((said) => void (said.columns = said.columns.toReversed())),
  'other counts': manifest((said) => void (said.figures.records = 1)),
  'sums that differ': manifest(({ figures: { sums } }) => {
    sums[Object.keys(sums).find((name) => name.endsWith('total_minutes'))!] = '1';
  }),
  'no sums': manifest((said) => void (said.figures.sums = {})),
  'complete, it says': manifest((said) => void (said['asOf'] = '2020-01-01T00:00:00.000Z')),
  'huge counts': manifest((said) => void (said.figures.records = 1e18)),
  'wrong digest of a part': manifest((said) => void (said.parts['records']![0]!.sha256 = '0'.repeat(64))),
  'manifest changed alone': ({ whole }) => {
    const entries = new Map(readTar(whole));
    const text = entries.get('manifest.json')!.toString('utf8');
    entries.set('manifest.json', Buffer.from(text.replace(/"appVersion": "[^"]*"/, '"appVersion": "9"')));
    return writeTar(entries);
  },
  'newer version': manifest((said) => void (said['version'] = 3)),
  'version out of the world': manifest((said, { random }) => {
    said['version'] = random.pick<unknown>([0, -1, '2', null, 1e308]);
  }),
  'address with a password': manifest((said, { foreign }) => void (said['baseUrl'] = foreign.replace('//', '//a:b@'))),
  'address in disguise': manifest((said, { random, foreign }) => {
    const { port } = new URL(foreign);
    const hosts = [
      `http://0x7f.1:${port}`,
      `http://2130706433:${port}`,
      'http://records.example',
      'file:///etc/passwd',
    ];
    said['baseUrl'] = random.pick([...hosts, `${foreign}/`, `${foreign}/x`, ` ${foreign}`, 'javascript:0']);
  }),
  'settings left behind': settings({ zone: 'UTC', recordAddress: 'https://evil.example/{id}' }),
  'quota limit of theirs': settings({ quotaLimit: 1_000_000 }),
  'zone out of the world': settings({ zone: '../../etc' }),
  'unknown setting': settings({ baseUrl: 'http://127.0.0.1:1' }),
  'name with a NUL': more(() => owner('A\u0000B')),
  'name of a megabyte': more(() => owner('x'.repeat(1 << 20))),
  'person twice': rewritten((file) => {
    const twice = `${JSON.stringify(owner('A'))}\n`.repeat(2);
    file.texts.set(WORKSPACE, `${file.texts.get(WORKSPACE)}${twice}`);
  }),
  'two reports of one name': rewritten((file) => {
    const two = ['a', 'b'].map((id) => `${JSON.stringify(report('Weekly', id))}\n`).join('');
    file.texts.set(WORKSPACE, `${file.texts.get(WORKSPACE)}${two}`);
  }),
  'two thousand reports': rewritten((file) => {
    const many = Array.from({ length: 2000 }, (_, at) => `${JSON.stringify(report(`r${at}`, `i${at}`))}\n`).join('');
    file.texts.set(WORKSPACE, `${file.texts.get(WORKSPACE)}${many}`);
  }),
  'unknown kind of line': more(() => ({ kind: 'sql', text: 'ATTACH' })),
  'state that is no JSON': state(() => '{'),
  'state of a newer version': state((held) => void (held['version'] = 99)),
  'state with times out of the world': state((held) => void (held['sealed'] = { asOf: 1e308, total: 1 })),
  'state with a cursor of SQL': state((held) => void (held['scrub'] = { cursor: "1' OR 1=1", day: null })),
  'state with a million tiers': state((held) => {
    held['tiers'] = Array.from({ length: 30_000 }, () => ({ cursor: '1', total: 1, expected: null, sealed: false }));
  }),
  'state that calls all complete': state((held) => void (held['sealed'] = { asOf: Date.UTC(2026, 10, 21), total: 1 })),
};

export const kindsOfHostility: readonly string[] = Object.keys(makers);

/** @param at counts up: every kind comes in turn, each time from another seed. */
export async function hostileFile(whole: Buffer, at: number, seed: number, around: Surroundings): Promise<HostileFile> {
  const kind = kindsOfHostility[at % kindsOfHostility.length]!;
  const bytes = await makers[kind]!({ ...around, whole, random: seeded(seed * 100_003 + at) });
  return { kind, bytes };
}
