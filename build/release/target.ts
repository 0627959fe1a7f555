/** What a release is for: a system and a processor, and how files show which they are for. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
}

const platforms = ['linux', 'win32', 'darwin'] as const;
const arches = ['x64', 'arm64'] as const;

/** The kinds of files made for each system, the first of which every machine can make. */
export const fileKinds = {
  linux: ['zip', 'deb', 'rpm'],
  win32: ['zip', 'setup'],
  darwin: ['zip', 'dmg'],
} as const satisfies Record<Target['platform'], readonly string[]>;

/** A release that cannot be made, as one sentence. */
export class ReleaseFault extends Error {}

export interface ReleaseOptions {
  readonly target: Target;
  readonly kinds: readonly string[];
  /** A stand-in runtime's zip, for tests: what is made of it says so in its version. */
  readonly stub: string | undefined;
  /** Whether a copy is made that a test can drive. */
  readonly hasTwin: boolean;
  /** Absolute folder that takes the place of `release`, so that what a test makes leaves a developer's own alone. */
  readonly out: string | undefined;
}

/** @throws ReleaseFault */
export function readReleaseOptions(args: readonly string[]): ReleaseOptions {
  const options = {
    platform: { type: 'string', default: process.platform },
    arch: { type: 'string', default: process.arch },
    stub: { type: 'string' },
    make: { type: 'string' },
    twin: { type: 'boolean', default: false },
    out: { type: 'string' },
  } as const;
  const { values } = parse(() => parseArgs({ args: [...args], options }));
  const target = {
    platform: choose('--platform', platforms, values.platform),
    arch: choose('--arch', arches, values.arch),
  };
  const kinds: readonly string[] = fileKinds[target.platform];
  return {
    target,
    kinds: values.make?.split(',').map((kind) => choose('--make', kinds, kind)) ?? kinds,
    stub: values.stub,
    hasTwin: values.twin,
    out: values.out && resolve(values.out),
  };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ReleaseFault(cause instanceof Error ? cause.message : String(cause));
  }
}

function choose<T extends string>(option: string, choices: readonly T[], value: string): T {
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw new ReleaseFault(`${option} ${value} is not known: give one of ${choices.join(', ')}.`);
}

const ELF = new Map([
  [62, 'x64'],
  [183, 'arm64'],
]);
const PE = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const MACH = new Map([
  [0x0100_0007, 'x64'],
  [0x0100_000c, 'arm64'],
]);

/** @param head the first bytes of a file, 1,024 at most @returns `linux-x64`; undefined: no program and no library */
export function describeBinary(head: Buffer): string | undefined {
  if (head.length < 64) return undefined;
  const magic = head.readUInt32BE(0);
  if (magic === 0x7f45_4c46) return `linux-${ELF.get(head.readUInt16LE(18)) ?? 'other'}`;
  if (magic === 0xcffa_edfe) return `darwin-${MACH.get(head.readUInt32LE(4)) ?? 'other'}`;
  // Both processors in one file; a Java class begins alike and has no business here either.
  if (magic === 0xcafe_babe) return 'darwin-universal';
  const header = head.readUInt32LE(60);
  if (head.readUInt16BE(0) !== 0x4d5a || header + 6 > head.length || head.readUInt32BE(header) !== 0x5045_0000)
    return undefined;
  return `win32-${PE.get(head.readUInt16LE(header + 4)) ?? 'other'}`;
}

/** @param file for both processors @returns the part for one of them, with its own signature @throws ReleaseFault */
export function takeSlice(file: Buffer, arch: Target['arch']): Buffer {
  for (let index = 0; index < file.readUInt32BE(4); index += 1) {
    const entry = 8 + 20 * index;
    if (MACH.get(file.readUInt32BE(entry)) !== arch) continue;
    const start = file.readUInt32BE(entry + 8);
    return file.subarray(start, start + file.readUInt32BE(entry + 12));
  }
  throw new ReleaseFault(`A library for macOS has no part for ${arch}: see what its package brings.`);
}
