/** SHA-256 in plain script: browsers offer theirs only to pages from the network. */

const FIRST = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;
const BLOCK = 64;
const SMALL_PRIMES = 64;

/** Fraction bits of the cube roots of the first primes, as the standard has them. */
const ROUND = roundConstants();

export interface Hashing {
  /** @returns false where a letter is not ASCII: then no hash of it is right. */
  add(text: string): boolean;
  hex(): string;
}

export function startSha256(): Hashing {
  const state = Int32Array.from(FIRST);
  const words = new Int32Array(SMALL_PRIMES);
  const block = new Uint8Array(BLOCK);
  let filled = 0;
  let length = 0;
  const push = (byte: number) => {
    block[filled++] = byte;
    if (filled < BLOCK) return;
    mix(state, block, words);
    filled = 0;
  };
  return {
    add(text) {
      let every = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        every |= code;
        push(code & 0xff);
      }
      length += text.length;
      return every < 0x80;
    },
    hex() {
      const zeros = (2 * BLOCK - 9 - filled) % BLOCK;
      push(0x80);
      for (let at = 0; at < zeros; at += 1) push(0);
      const bits = BigInt(length) * 8n;
      for (let shift = 56n; shift >= 0n; shift -= 8n) push(Number((bits >> shift) & 0xffn));
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

function mix(state: Int32Array, block: Uint8Array, words: Int32Array): void {
  const view = new DataView(block.buffer);
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [before, last] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
    const low = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3);
    const high = turn(last, 17) ^ turn(last, 19) ^ (last >>> 10);
    words[at] = ((words[at - 16] ?? 0) + low + (words[at - 7] ?? 0) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUND[at] ?? 0) + (words[at] ?? 0)) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = ((state[at] ?? 0) + word) | 0;
  });
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function roundConstants(): Int32Array {
  const primes: number[] = [];
  for (let each = 2; primes.length < SMALL_PRIMES; each += 1) {
    if (primes.every((prime) => each % prime !== 0)) primes.push(each);
  }
  return Int32Array.from(primes, (prime) => Number(cubeRootBits(BigInt(prime))) | 0);
}

/** The first 32 bits of the fraction of a cube root, in whole numbers: doubles round differently from browser to browser. */
function cubeRootBits(prime: bigint): bigint {
  const target = prime << 96n;
  let root = 0n;
  for (let bit = 1n << 35n; bit > 0n; bit >>= 1n) {
    const next = root | bit;
    if (next * next * next <= target) root = next;
  }
  return root & 0xffffffffn;
}
