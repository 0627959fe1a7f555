import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeBinary, readReleaseOptions, takeSlice } from '#build/release/target.ts';

const root = join(import.meta.dirname, '../../..');

function pe(machine: number): Buffer {
  const head = Buffer.alloc(256);
  head.write('MZ');
  head.writeUInt32LE(128, 60);
  head.write('PE\0\0', 128, 'latin1');
  head.writeUInt16LE(machine, 132);
  return head;
}

function mach(cpu: number): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0xcffa_edfe, 0);
  head.writeUInt32LE(cpu, 4);
  return head;
}

it('tells a library’s system and processor by its head', () => {
  const own = readFileSync(join(root, 'node_modules/@duckdb/node-bindings-linux-x64/duckdb.node')).subarray(0, 1024);
  expect(describeBinary(own)).toBe('linux-x64');
  const arm = Buffer.from(own);
  arm.writeUInt16LE(183, 18);
  expect([arm, pe(0x8664), pe(0xaa64), mach(0x0100_0007), mach(0x0100_000c)].map(describeBinary)).toEqual([
    'linux-arm64',
    'win32-x64',
    'win32-arm64',
    'darwin-x64',
    'darwin-arm64',
  ]);
  expect(
    [Buffer.from('short'), Buffer.alloc(1024), Buffer.from('MZ'.padEnd(64)), pe(0x8664).subarray(0, 100)].map(
      describeBinary,
    ),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

it('takes one processor’s part of a library for both', () => {
  const head = Buffer.alloc(48);
  const parts = [mach(0x0100_0007), mach(0x0100_000c)];
  const numbers = [0xcafe_babe, 2, 0x0100_0007, 3, 48, 64, 0, 0x0100_000c, 0, 112, 64, 0];
  for (const [index, number] of numbers.entries()) head.writeUInt32BE(number, 4 * index);
  const library = Buffer.concat([head, ...parts]);
  expect(describeBinary(library)).toBe('darwin-universal');
  expect(takeSlice(library, 'x64')).toEqual(parts[0]);
  expect(takeSlice(library, 'arm64')).toEqual(parts[1]);
  expect(() => takeSlice(library.fill(0, 28, 32), 'arm64')).toThrow('no part for arm64');
});

it('takes the machine’s own system and every kind of file, unless others are named', () => {
  expect(readReleaseOptions([])).toMatchObject({ target: { platform: process.platform, arch: process.arch } });
  expect(readReleaseOptions(['--platform', 'win32', '--arch', 'arm64', '--make', 'setup', '--twin'])).toEqual({
    target: { platform: 'win32', arch: 'arm64' },
    kinds: ['setup'],
    stub: undefined,
    hasTwin: true,
  });
});

it.each([
  [['--platform', 'beos'], '--platform beos is not known: give one of linux, win32, darwin.'],
  [['--platform', 'win32', '--make', 'deb'], '--make deb is not known: give one of zip, setup.'],
  [['--sign'], /--sign/],
])('refuses %j in one sentence', (args, sentence) => {
  expect(() => readReleaseOptions(args)).toThrow(sentence);
});
