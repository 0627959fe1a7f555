/** The parts of SSH's binary form (RFC 4251) that keys and signatures are made of: strings with their length in front. */

const LENGTH_BYTES = 4;

export function toWireString(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Bytes that end too early, or say something else than they should. */
export class WireFault extends Error {}

/** Takes one part after the other. Each `take` throws `WireFault` where the bytes end before it. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  takeBytes(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new WireFault();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  takeNumber(): number {
    return this.takeBytes(LENGTH_BYTES).readUInt32BE();
  }

  takeString(): Buffer {
    return this.takeBytes(this.takeNumber());
  }

  takeText(): string {
    return this.takeString().toString('latin1');
  }

  /** @throws WireFault where something follows. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new WireFault();
  }
}
