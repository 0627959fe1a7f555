/** A relay of bytes between a client and the service that can cause every fault of a connection, at a chosen request. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readOperation, type Operation, type Striker, type TcpFault } from './faults.ts';

const LATENCY_MS = 25;
const SLOW_CLOSE_MS = 40;
const MAX_SLICES = 200;

/** Both ends of one connection. */
interface Link {
  readonly client: Socket;
  readonly service: Socket;
}

/** The fate of one exchange's bytes. */
interface Exchange {
  request(chunk: Buffer, link: Link): void;
  answer(chunk: Buffer, link: Link): void;
}

const plain: Exchange = {
  request: (chunk, { service }) => void service.write(chunk),
  answer: (chunk, { client }) => void client.write(chunk),
};

export class TcpProxy {
  /** Every request that came by, in order. */
  readonly seen: Operation[] = [];
  #striker: Striker | undefined;
  #target = 0;
  #port = 0;
  #server: Server | undefined;
  readonly #links = new Set<Link>();

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    this.#server = createServer({ noDelay: true }, (client) => this.#join(client));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections to another service before are ended. @param striker of faults made here. */
  async aim(url: string, striker?: Striker): Promise<void> {
    this.#hangUp();
    this.#target = Number(new URL(url).port);
    this.#striker = striker;
    if (!this.#server) await this.open();
  }

  async close(): Promise<void> {
    this.#hangUp();
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  #hangUp(): void {
    for (const { client, service } of this.#links) {
      client.destroy();
      service.destroy();
    }
    this.#links.clear();
  }

  #join(client: Socket): void {
    const service = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    const link: Link = { client, service };
    this.#links.add(link);
    let exchange = plain;
    client.on('data', (chunk) => {
      const operation = readOperation(chunk.subarray(0, 200).toString('latin1'));
      if (operation) exchange = this.#begin(operation);
      exchange.request(chunk, link);
    });
    service.on('data', (chunk) => exchange.answer(chunk, link));
    const end = () => {
      this.#links.delete(link);
      client.destroy();
      service.destroy();
    };
    // A connection that is broken on purpose tells its ends in many ways.
    for (const socket of [client, service]) socket.on('error', () => {});
    client.on('close', end);
    service.on('end', () => client.end());
  }

  #begin(operation: Operation): Exchange {
    this.seen.push(operation);
    if (!this.#striker?.hits(operation)) return plain;
    const { fault, share } = this.#striker.strike;
    return this.#exchangeOf(fault as TcpFault, share);
  }

  #exchangeOf(fault: TcpFault, share: number): Exchange {
    switch (fault) {
      case 'latency':
        return { ...plain, answer: (chunk, { client }) => void wait(LATENCY_MS).then(() => client.write(chunk)) };
      case 'down':
        return { ...plain, request: () => this.#goDown() };
      case 'slow close':
        return slowClose();
      case 'reset':
        return upTo(share, ({ client }) => client.resetAndDestroy());
      case 'slicer':
        return slicer(share);
      case 'cut':
        return upTo(share, ({ client, service }) => {
          service.destroy();
          client.end();
        });
      case 'stall':
        return upTo(share, () => {});
      case 'half-open':
        return { ...plain, request: () => {} };
    }
  }

  /** Ends open connections and refuses new ones, until it is aimed again. */
  #goDown(): void {
    this.#server?.close();
    this.#server = undefined;
    for (const { client } of this.#links) client.resetAndDestroy();
    this.#hangUp();
  }
}

/** Follows an answer and knows how much of it has passed, by its head. */
function measure() {
  let head = '';
  let total: number | undefined;
  return (chunk: Buffer): number | undefined => {
    if (total !== undefined) return total;
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    total = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    return total;
  };
}

/** Lets a share of the answer pass, never all of it, then runs the given action. */
function upTo(share: number, stop: (link: Link) => void): Exchange {
  const totalAfter = measure();
  let passed = 0;
  let isOver = false;
  return {
    ...plain,
    answer(chunk, link) {
      if (isOver) return;
      const most = Math.floor((totalAfter(chunk) ?? Infinity) * share);
      const part = chunk.subarray(0, Math.max(0, most - passed));
      passed += part.length;
      isOver = passed >= most;
      if (!isOver) return void link.client.write(part);
      link.client.write(part, () => stop(link));
    },
  };
}

/** An answer without a length, which ends with its connection; and the connection takes its time to end. */
function slowClose(): Exchange {
  const totalAfter = measure();
  let passed = 0;
  let head: Buffer | undefined = Buffer.alloc(0);
  return {
    ...plain,
    answer(chunk, { client, service }) {
      const total = totalAfter(chunk);
      passed += chunk.length;
      if (head) {
        head = Buffer.concat([head, chunk]);
        if (total === undefined) return;
        client.write(Buffer.from(withoutLength(head.toString('latin1')), 'latin1'));
        head = undefined;
      } else client.write(chunk);
      if (passed < (total ?? Infinity)) return;
      void wait(SLOW_CLOSE_MS).then(() => {
        service.destroy();
        return client.end();
      });
    },
  };
}

function withoutLength(answer: string): string {
  const end = answer.indexOf('\r\n\r\n');
  const lines = answer.slice(0, end).split('\r\n');
  const kept = lines.filter((line) => !/^(content-length|connection|keep-alive):/i.test(line));
  return [...kept, 'connection: close'].join('\r\n') + answer.slice(end);
}

/** Pieces of many sizes, each a separate packet. */
function slicer(share: number): Exchange {
  let last = Promise.resolve();
  return {
    ...plain,
    answer(chunk, { client }) {
      const most = Math.max(1, Math.ceil((chunk.length / MAX_SLICES) * 2));
      last = last.then(async () => {
        for (let at = 0, turn = 0; at < chunk.length; turn += 1) {
          const size = 1 + Math.floor(((share * 997 + turn * 0.618) % 1) * most);
          client.write(chunk.subarray(at, at + size));
          at += size;
          await new Promise((resolve) => void setImmediate(resolve));
        }
        return undefined;
      });
    },
  };
}
