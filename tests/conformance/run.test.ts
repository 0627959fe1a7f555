/** The command as operators run it: what it prints, and with which exit code it ends. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { createService, type Service } from '#service/server.ts';
import { overSample } from './proxied-service.ts';
import { chooseCases } from '../support/tier.ts';

const program = join(import.meta.dirname, '../../service/conformance/run.ts');
let service: Service;

beforeAll(async () => {
  service = await createService({ ...overSample(), dailyQuota: 10_000 });
});
afterAll(() => service.close());

async function run(args: readonly string[], input: string) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  // A program that refuses its options does not read to the end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [printed, said, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { printed, said, code };
}

describe('the command', () => {
  it('prints each rule with its evidence and the sum of each section, and ends with 0 where all held', async () => {
    const args = ['--base-url', service.url, '--key-stdin', '--only', '4.2,5'];
    const { printed, said, code } = await run(args, `${service.key}\n`);
    expect([code, said]).toEqual([0, '']);
    expect(printed).toMatch(/held {4}4\.2-9 {3}numErrors is the number of error entries\.\n +numErrors 1, 1 entries\n/);
    expect(printed).toContain('section 4.2  14 held, 0 broken, 0 untried');
    expect(printed).toMatch(/20 of 20 rules held, 1 untried, \d+ requests\n$/);
    expect(printed).not.toContain(service.key);
  });

  it('ends with 1 where a rule is broken, and names it as JSON', async () => {
    // The links name the service's own address, not this one.
    const args = [
      '--base-url',
      service.url,
      '--public-url',
      'http://localhost:1',
      '--key-stdin',
      '--json',
      '--only',
      '2.3',
    ];
    const { printed, code } = await run(args, service.key ?? '');
    expect(code).toBe(1);
    const report = JSON.parse(printed) as { results: { rule: string; outcome: string }[] };
    expect(report.results.filter(({ outcome }) => outcome === 'broken').map(({ rule }) => rule)).toEqual(['2.3-2']);
  });

  const refused: [string, string[], string, RegExp][] = [
    [
      'a key that the service does not know',
      ['--base-url', 'SERVICE', '--key-stdin'],
      'wrong',
      /does not know this key/,
    ],
    ['no service at the address', ['--base-url', 'http://127.0.0.1:9', '--key-stdin'], 'key', /got no answer/],
    ['no key', ['--base-url', 'SERVICE', '--key-stdin'], '', /no API key on standard input/],
    [
      'a key in the clear over the network',
      ['--base-url', 'http://example.test', '--key-stdin'],
      'key',
      /in the clear/,
    ],
    ['an address with a path', ['--base-url', 'SERVICE/service/v1', '--key-stdin'], 'key', /without a path/],
    [
      'a rule that is not there',
      ['--base-url', 'SERVICE', '--key-stdin', '--only', '4.9'],
      'KEY',
      /no section or rule 4\.9/,
    ],
    ['an option that is not there', ['--key', 'x'], '', /Unknown option '--key'/],
  ];
  it.each(chooseCases(1, refused))(
    'ends with 2 and a sentence, and prints nothing, given %s',
    async (_, args, input, sentence) => {
      const given = args.map((each) => each.replace('SERVICE', service.url));
      const { printed, said, code } = await run(given, input === 'KEY' ? (service.key ?? '') : input);
      expect([code, printed]).toEqual([2, '']);
      expect(said).toMatch(sentence);
    },
  );
});
