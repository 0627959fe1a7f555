import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unreadable } from '#electron/exports/readers.ts';
import { readZipFile } from '#electron/exports/zip-file.ts';
import { signOf, writeManyEntries, writeZipFile, ZIP64_END, type ZipForm } from '#tests/support/exports/zip.ts';
import { secondTier } from '#tests/support/tier.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zip-file-'));
  path = join(folder, 'a.zip');
});
afterEach(() => rmSync(folder, { recursive: true }));

const files: readonly (readonly [string, Buffer])[] = [
  ['index.json', Buffer.from('{}')],
  ['Müller & Söhne.csv', Buffer.from('a,b\r\n'.repeat(50_000))],
  ['empty.csv', Buffer.alloc(0)],
];

const listNames = () => readZipFile(path, async (entries) => entries.map(({ name }) => name));

/** Begins what a Zip64 file tells of an entry beyond the four bytes of older ones: its size, then its size as it is packed. */
const ZIP64_FIELD = Buffer.from([1, 0, 24, 0]);

/** Has the directory of a Zip64 file tell so many bytes of each entry, in their order, and of how many they unpack. */
function tellBytes(sizes: readonly bigint[], packed?: bigint) {
  const bytes = readFileSync(path);
  let at = 0;
  for (const size of sizes) {
    at = bytes.indexOf(ZIP64_FIELD, at) + ZIP64_FIELD.length;
    bytes.writeBigUInt64LE(size, at);
    if (packed !== undefined) bytes.writeBigUInt64LE(packed, at + 8);
  }
  writeFileSync(path, bytes);
}

/** Every content by its name. */
const readAll = () =>
  readZipFile(path, async (entries) => {
    const found: [string, Buffer][] = [];
    for (const [at, entry] of entries.entries()) {
      const target = join(folder, String(at));
      await entry.extract(target);
      found.push([entry.name, readFileSync(target)]);
    }
    return found;
  });

describe('readZipFile', () => {
  it.each<ZipForm>([{}, { isStreamed: true }, { isZip64: true }, { isZip64: true, isStreamed: true }])(
    'reads every byte of %j',
    async (form) => {
      await writeZipFile(path, files, form);
      const sign = Buffer.alloc(4);
      sign.writeUInt32LE(ZIP64_END);
      expect(readFileSync(path).includes(signOf(ZIP64_END))).toBe(form.isZip64 ?? false);
      expect(await readAll()).toEqual(files);
    },
  );

  it('lists more entries than fit into two bytes', secondTier, async () => {
    const count = 65_536 + 4;
    await writeManyEntries(path, count);
    const names = await listNames();
    expect(names).toHaveLength(count);
    expect(names.at(-1)).toBe(`0${count - 1}.csv`);
  });

  it.each<ZipForm>([{}, { isZip64: true }])('refuses %j that is cut off anywhere', async (form) => {
    await writeZipFile(path, files, form);
    const whole = readFileSync(path);
    for (const share of [0, 0.3, 0.6, 0.9, 0.99]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
      await expect(listNames(), `at ${share}`).rejects.toThrow(Unreadable);
    }
    writeFileSync(path, whole.subarray(0, -1));
    await expect(listNames()).rejects.toThrow(Unreadable);
  });

  it('refuses an entry whose content is not what the directory says, and no other', async () => {
    await writeZipFile(path, files, { isZip64: true });
    const bytes = readFileSync(path);
    const at = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await readZipFile(path, async ([first, second]) => {
      await expect(first?.extract(join(folder, 'first'))).rejects.toThrow(Unreadable);
      await second?.extract(join(folder, 'second'));
    });
    expect(readFileSync(join(folder, 'second')).equals(files[1]?.[1] ?? Buffer.alloc(0))).toBe(true);
  });

  it('refuses what unpacks to more than the directory says before all of it was written, and to less', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, line) => `${line},x\r\n`).join(''));
    await writeZipFile(path, [['large.csv', content]], { isZip64: true });
    const extract = () => readZipFile(path, async ([first]) => first?.extract(join(folder, 'out')));
    tellBytes([1_000_000n]);
    await expect(extract()).rejects.toThrow(Unreadable);
    expect(statSync(join(folder, 'out')).size).toBeLessThanOrEqual(1_000_000);
    rmSync(join(folder, 'out'));
    tellBytes([BigInt(content.length + 1)]);
    await expect(extract()).rejects.toThrow(Unreadable);
    rmSync(join(folder, 'out'));
    tellBytes([BigInt(content.length)]);
    await extract();
    expect(readFileSync(join(folder, 'out')).equals(content)).toBe(true);
  });

  it('refuses what unpacks to 200 times its size before it is written, and reads what stays below', async () => {
    const content = Buffer.alloc(3_000_000, 'a,b\r\n');
    await writeZipFile(path, [['bomb.csv', content]], { isZip64: true });
    const extract = () => readZipFile(path, async ([first]) => first?.extract(join(folder, 'out')));
    await expect(extract()).rejects.toThrow('unpacks to too much');
    expect(existsSync(join(folder, 'out'))).toBe(false);
    // A small one is no bomb, however it is packed.
    await writeZipFile(path, [['small.csv', content.subarray(0, 1_000_000)]], { isZip64: true });
    await extract();
    expect(statSync(join(folder, 'out')).size).toBe(1_000_000);
  });

  it('refuses an entry that is larger than any file that can be handed in without a zip', async () => {
    await writeZipFile(path, files.slice(0, 1), { isZip64: true });
    const extract = () => readZipFile(path, async ([first]) => first?.extract(join(folder, 'out')));
    const most = 2n * 1024n ** 3n;
    tellBytes([most + 1n], most);
    await expect(extract()).rejects.toThrow('unpacks to too much');
    tellBytes([most], most);
    await expect(extract()).rejects.not.toThrow('unpacks to too much');
  });

  it('tells the size of each entry before one of them is unpacked', async () => {
    await writeZipFile(path, files, { isStreamed: true });
    const sizes = await readZipFile(path, async (entries) => entries.map(({ bytes }) => bytes));
    expect(sizes).toEqual(files.map(([, content]) => content.length));
  });

  it('refuses content of another checksum than the directory says', async () => {
    await writeZipFile(path, files);
    const bytes = readFileSync(path);
    const at = bytes.indexOf(signOf(0x02014b50)) + 16;
    bytes.writeUInt32LE((bytes.readUInt32LE(at) ^ 1) >>> 0, at);
    writeFileSync(path, bytes);
    await readZipFile(path, async ([first, second]) => {
      await expect(first?.extract(join(folder, 'first'))).rejects.toThrow(Unreadable);
      await second?.extract(join(folder, 'second'));
    });
  });

  it('refuses entries that say they are too large together, and reads as much as may be', async () => {
    const most = 4n * 1024n ** 3n;
    await writeZipFile(path, files.slice(0, 2), { isZip64: true });
    tellBytes([most - 5n, 5n]);
    expect(await listNames()).toHaveLength(2);
    tellBytes([most - 5n, 6n]);
    await expect(listNames()).rejects.toThrow('too large');
  });

  it('closes the file once it was read, also where reading failed', async () => {
    await writeZipFile(path, files);
    const opened = () => readdirSync('/proc/self/fd').length;
    const before = opened();
    await listNames();
    await expect(readZipFile(path, () => Promise.reject(new Error('of the work')))).rejects.toThrow('of the work');
    await expect.poll(opened).toBe(before);
  });

  it('gives names as they stand there, for what unpacks them to refuse', async () => {
    await writeZipFile(path, [['aa/evil.csv', Buffer.from('a')]]);
    writeFileSync(path, Buffer.from(readFileSync(path, 'latin1').replaceAll('aa/evil', '../evil'), 'latin1'));
    expect(await listNames()).toEqual(['../evil.csv']);
  });

  it('passes on what the system refuses', async () => {
    await writeZipFile(path, files);
    await expect(
      readZipFile(path, async ([first]) => first?.extract(join(folder, 'not-there', 'a'))),
    ).rejects.toMatchObject({ code: 'ENOENT' });
    writeFileSync(join(folder, 'there'), 'another');
    await expect(readZipFile(path, async ([first]) => first?.extract(join(folder, 'there')))).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('another');
    rmSync(path);
    await expect(listNames()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
