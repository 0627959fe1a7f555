/** Saved workspaces that another hand put together anew, all digests right: what does not fit is refused and leaves nothing behind. */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import { openMemory } from '#electron/workspace/memory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import {
  createPrivateText,
  readPrivateText,
  toFingerprint,
  toPublicBytes,
  signMessage,
} from '#electron/exports/signature.ts';
import { limits } from '#electron/features/workspace-file/parts.ts';
import { unpackWorkspace } from '#electron/features/workspace-file/load.ts';
import { saveWorkspace } from '#electron/features/workspace-file/save.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { markCount } from '#domain/locale-forms.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { failure } from '#tests/support/failure.ts';
import {
  closeWorkspaceFile,
  openWorkspaceFile,
  readTar,
  sealed,
  writeTar,
  type OpenedFile,
} from '#tests/support/stores/workspace-files.ts';
import { chooseCases } from '#tests/support/tier.ts';
import { recordOf } from '#tests/support/worlds/records.ts';

const RECORDS = 'records-00001.ndjson.gz';
const WORKSPACE = 'workspace-00001.ndjson.gz';
const now = Date.UTC(2026, 10, 20);
const state = serializeState({ ...createState(now), sealed: { asOf: now, total: 3 } });

let folder: string;
let path: string;
let whole: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forged-'));
  path = join(folder, 'forged.timelog');
  const snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  const journal = openJournal(join(folder, 'journal.sqlite'));
  const records = ['1', '2', '3'].map((id) => recordOf(id, { total_minutes: '7.5', billable_amount: '1' }));
  await snapshot.commit({ upsert: records, remove: [], state, publish: true });
  await snapshot.commit({ upsert: [recordOf('4')], remove: ['3'], state, publish: false });
  const baseUrl = 'https://records.example';
  const settings = () => ({ ...defaultSettings, zone: 'UTC' });
  const memory = openMemory({ onSent: () => {}, directory: folder, journal, settings, now: () => now });
  const workspace = {
    journal,
    snapshot,
    memory,
    state: async () => ({ kind: 'service', baseUrl }),
  } as unknown as Workspace;
  await saveWorkspace(workspace, path, { appVersion: 'test', now });
  whole = readFileSync(path);
  await snapshot.close();
  memory.close();
  journal.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns why the bytes are no saved workspace; null: they are one */
async function refusal(bytes: Buffer): Promise<string | null> {
  writeFileSync(path, bytes);
  const before = readdirSync(folder);
  const loading = unpackWorkspace(path, folder);
  const loaded = await loading.catch(() => undefined);
  if (loaded) rmSync(loaded.folder, { recursive: true });
  expect(readdirSync(folder)).toEqual(before);
  if (loaded) return null;
  const error = await failure(loading);
  if (error.code !== 'usage') throw new Error(error.code);
  return error.detail.replace(`${path} is not a complete saved workspace: `, '');
}

function forge(change: (file: OpenedFile) => void): Buffer {
  const file = openWorkspaceFile(whole);
  change(file);
  return closeWorkspaceFile(file);
}
const entries = () => [...readTar(whole)];
const content = (name: string) => new Map(entries()).get(name) ?? Buffer.alloc(0);
const manifestOf = (change: object) => ({ ...openWorkspaceFile(whole).manifest, ...change });
const parts = () => entries().filter(([name]) => name.endsWith('.gz'));
type Figures = { sums: Record<string, string | null> } & Record<string, unknown>;

test('the file as it was saved is loaded', async () => {
  expect(await refusal(whole)).toBeNull();
  expect(await refusal(forge(() => undefined))).toBeNull();
});

describe('entries', () => {
  test('that do not belong in one are refused by name, at any place and of any kind', async () => {
    for (const name of ['notes.txt', 'records-00002.ndjson.gz', '../evil', 'a\u0001']) {
      const foreign: [string, Buffer] = [name, Buffer.from('x')];
      for (const all of [
        [foreign, ...entries()],
        [...entries(), foreign],
      ])
        expect(await refusal(writeTar(all))).toBe(texts.foreignEntry(name));
    }
  });

  test('that are missing are named', async () => {
    for (const name of [RECORDS, WORKSPACE, 'manifest.json', 'manifest.json.sha256'])
      expect(await refusal(writeTar(entries().filter(([own]) => own !== name)))).toBe(texts.missing(name));
  });

  test('that other programs fill up are read, and what follows more than that is refused', async () => {
    expect(await refusal(Buffer.concat([whole, Buffer.alloc(10_240 - (whole.length % 10_240))]))).toBeNull();
    for (const more of [Buffer.alloc(100_000), Buffer.alloc(100_000, 'x')])
      expect(await refusal(Buffer.concat([whole, more]))).toBe(texts.followed);
  });

  test('that come twice are refused', async () => {
    expect(await refusal(writeTar([...entries(), [RECORDS, content(RECORDS)]]))).toBe(
      texts.twice(JSON.stringify(RECORDS)),
    );
  });

  test('that are cut off anywhere end too early', async () => {
    const ends = entries().reduce(
      (all, [, own]) => [...all, (all.at(-1) ?? 0) + 512 + Math.ceil(own.length / 512) * 512],
      [0],
    );
    for (const end of ends)
      for (const length of [end, end + 100, end + 512, end + 513].filter((each) => each < whole.length - 512))
        expect(await refusal(whole.subarray(0, length)), String(length)).toBe(texts.endsEarly);
  });

  test('of another length or content than the manifest says were changed', async () => {
    for (const bytes of [content(RECORDS).subarray(0, -1), Buffer.concat([content(RECORDS), Buffer.alloc(1)])])
      expect(await refusal(writeTar(entries().map(([name, own]) => [name, name === RECORDS ? bytes : own])))).toBe(
        texts.changed(RECORDS),
      );
  });

  test('without the manifest’s own digest are refused', async () => {
    const [manifest, digest] = [content('manifest.json').toString(), content('manifest.json.sha256').toString()];
    for (const [own, ownDigest] of [
      [manifest.replace('"test"', '"best"'), digest],
      [manifest, digest.toUpperCase()],
      [manifest, `${digest}\n`],
    ])
      expect(
        await refusal(
          writeTar([
            ...parts(),
            ['manifest.json', Buffer.from(own ?? '')],
            ['manifest.json.sha256', Buffer.from(ownDigest ?? '')],
          ]),
        ),
      ).toBe(texts.changed('manifest.json'));
  });
});

describe('figures', () => {
  const forgeries: [string, (file: OpenedFile, figures: Figures) => void][] = [
    ['of one record less than there are', (file) => void (file.manifest['records'] = 2)],
    ['of a download that is not complete', (file) => void (file.manifest['complete'] = false)],
    ['as of another time', (file) => void (file.manifest['asOf'] = '2026-11-19T00:00:00.000Z')],
    ['of fewer waiting', (_, figures) => void (figures['waiting'] = 0)],
    ['with another sum of the last of its columns', (_, { sums }) => void (sums['a552213_billable_amount'] = '2')],
    ['of more removed', (_, figures) => void (figures['removed'] = 2)],
    ['without a sum', (_, { sums }) => void delete sums['a552213_billable_amount']],
    ['of more records in all', (_, figures) => void (figures['records'] = 4)],
    ['with another sum', (_, { sums }) => void (sums['a552213_total_minutes'] = '22.50000001')],
  ];
  test.each(chooseCases(7, forgeries))('%s are not those of the records', async (_, change) => {
    const forged = forge((file) => change(file, file.manifest['figures'] as Figures));
    expect(await refusal(forged)).toBe(texts.otherRecords);
  });

  test('of more than a file may hold are refused before anything is read', async () => {
    const { figures } = openWorkspaceFile(whole).manifest as { figures: Figures };
    const many = { ...figures, records: limits.records, waiting: 1 };
    expect(await refusal(sealed(parts(), manifestOf({ figures: many })))).toBe(
      texts.tooMany('records', markCount(limits.records)),
    );
  });

  test('of parts that are not those of the records are refused, though each part is what it says', async () => {
    const own = openWorkspaceFile(whole).manifest['parts'] as Record<string, { lines: number }[]>;
    const of = (kind: string, lines: number) => ({ ...own, [kind]: [{ ...own[kind]?.[0], lines }] });
    expect(await refusal(sealed(parts(), manifestOf({ parts: of('records', 4) })))).toBe(texts.otherRecords);
    expect(await refusal(sealed(parts(), manifestOf({ parts: of('waiting', 2) })))).toBe(texts.otherRecords);
    expect(await refusal(sealed(parts(), manifestOf({ parts: of('workspace', limits.entries + 1) })))).toBe(
      texts.tooMany(texts.parts.entries, markCount(limits.entries)),
    );
  });
});

describe('lines', () => {
  const setLines = (name: string, change: (lines: string[]) => string[]) =>
    forge(({ texts: all }) => {
      const lines = (all.get(name) ?? '').trimEnd().split('\n');
      all.set(name, `${change(lines).join('\n')}\n`);
    });

  test('that are not valid are named by their place', async () => {
    const bad = (name: string, line: string) => setLines(name, (lines) => [...lines.slice(0, -1), line]);
    expect(await refusal(bad(RECORDS, '{'))).toBe(texts.badLine(RECORDS, '3', 'JSON'));
    expect(await refusal(bad(RECORDS, '[]'))).toBe(texts.badLine(RECORDS, '3', texts.cells.count));
    const last = openWorkspaceFile(whole).texts.get(WORKSPACE)?.trimEnd().split('\n').length ?? 0;
    expect(await refusal(bad(WORKSPACE, '{"kind":"key"}'))).toBe(texts.badLine(WORKSPACE, String(last), 'kind'));
  });

  test('that repeat a record are refused, of one part and of the next', async () => {
    const twice = setLines(RECORDS, ([one = '', other = '']) => [one, other, one]);
    expect(await refusal(twice)).toBe(texts.twice('a record'));
    const next = forge(({ texts: all, manifest }) => {
      const lines = (all.get(RECORDS) ?? '').trimEnd().split('\n');
      all.set('records-00002.ndjson.gz', `${lines[0]}\n`);
      (manifest['figures'] as Figures)['records'] = 4;
    });
    expect(await refusal(next)).toBe(texts.twice('a record'));
    const waiting = forge(({ texts: all, manifest }) => {
      all.set('waiting-00001.ndjson.gz', (all.get('waiting-00001.ndjson.gz') ?? '').repeat(2));
      (manifest['figures'] as Figures)['waiting'] = 2;
    });
    expect(await refusal(waiting)).toBe(texts.twice('a record'));
  });

  test('of columns that no version has written are refused', async () => {
    const columns = openWorkspaceFile(whole).manifest['columns'] as string[];
    for (const own of [
      ['key', ...columns.slice(1)],
      [...columns.slice(0, -1), 'unknown'],
      [...columns, columns.at(-1)],
      columns.slice(1),
    ])
      expect(await refusal(sealed(parts(), manifestOf({ columns: own })))).toBe(texts.badColumns);
  });

  test('with a state that no program wrote are refused', async () => {
    const other = (text: string) =>
      setLines(WORKSPACE, (lines) => lines.map((line) => (line.includes('"state"') ? text : line)));
    expect(await refusal(other('{"kind":"state","text":"{}"}'))).toBe(texts.badState);
  });
});

test('the file is closed again, whether it was loaded or refused', async () => {
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((each) => {
      try {
        return readlinkSync(`/proc/self/fd/${each}`) === path;
      } catch {
        return false;
      }
    });
  for (const bytes of [whole, whole.subarray(0, 1_000), writeTar(parts())]) {
    await refusal(bytes);
    expect(isOpen()).toBe(false);
  }
});

test('what is no file, and one that is larger than any, are refused unread', async () => {
  expect(await failure(unpackWorkspace(folder, folder))).toMatchObject({ detail: texts.unreadable(folder) });
  writeFileSync(path, '');
  truncateSync(path, limits.fileBytes + 1);
  expect(await failure(unpackWorkspace(path, folder))).toMatchObject({
    detail: expect.stringContaining(texts.fileTooLarge(limits.fileBytes)),
  });
});

describe('a signature', () => {
  const key = readPrivateText(createPrivateText())!;
  const signing = (text: Buffer): [string, Buffer] => ['manifest.json.sig', Buffer.from(signMessage(text, key))];

  test('of the manifest is told by its key', async () => {
    writeFileSync(path, writeTar([...entries(), signing(content('manifest.json'))]));
    const { signedBy, folder: loaded } = await unpackWorkspace(path, folder);
    rmSync(loaded, { recursive: true });
    expect(signedBy).toBe(toFingerprint(toPublicBytes(key)));
  });

  test('of anything else refuses the file', async () => {
    for (const signature of [signing(Buffer.from('another')), ['manifest.json.sig', Buffer.from('x')] as const])
      expect(await refusal(writeTar([...entries(), signature]))).toBe(texts.wrongSignature);
    const { texts: parts, manifest } = openWorkspaceFile(whole);
    const changed = closeWorkspaceFile({ texts: parts, manifest: { ...manifest, appVersion: 'other' } }, [
      signing(content('manifest.json')),
    ]);
    expect(await refusal(changed)).toBe(texts.wrongSignature);
  });
});
