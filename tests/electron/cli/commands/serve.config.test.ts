import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { option } from '#electron/cli/arguments/option-values.ts';
import { serve, readExposure, addConfigOptions } from '#electron/cli/commands/serve.ts';

const known = { port: option.text, host: option.text, 'behind-proxy': option.flag };

function read(content: string, given: Readonly<Record<string, string | true>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'service.json');
  writeFileSync(path, content);
  const options = new Map(Object.entries({ config: path, ...given }));
  return Object.fromEntries(addConfigOptions({ positionals: [], options }, known).options);
}

it('reads options by their names, as texts, numbers and switches', () => {
  expect(read('{"port": 8080, "host": "10.0.0.5", "behind-proxy": true}')).toMatchObject({
    port: '8080',
    host: '10.0.0.5',
    'behind-proxy': true,
  });
  expect(read('{"behind-proxy": false}')).not.toHaveProperty('behind-proxy');
});

it('lets an option that is given go before it', () => {
  expect(read('{"port": 8080, "host": "a"}', { port: '9090' })).toMatchObject({ port: '9090', host: 'a' });
});

it('is not needed', () => {
  const args = { positionals: [], options: new Map([['port', '1']]) };
  expect(addConfigOptions(args, known)).toBe(args);
});

it.each([
  ['{"prot": 1}', /names "prot", which is no option of serve: did you mean "port"\?/],
  ['{"config": "other.json"}', /names "config", which is no option/],
  ['{"key": "tlr_secret"}', /names "key"/],
  ['{"behind-proxy": "yes"}', /"behind-proxy" is true or false/],
  ['{"port": [8080]}', /"port" is a text or a number/],
  ['{"host": ""}', /"host" is a text or a number/],
  ['["port"]', /not one JSON object/],
  ['port: 8080', /is not JSON/],
  [`{"host": "${'x'.repeat(70_000)}"}`, /larger than 64 KiB/],
])('refuses %.40s with a sentence', (content, sentence) => {
  expect(() => read(content)).toThrow(
    expect.objectContaining({ error: { code: 'usage', detail: expect.stringMatching(sentence) } }),
  );
});

it('refuses a file that is not there', () => {
  const options = new Map([['config', '/nowhere/service.json']]);
  expect(() => addConfigOptions({ positionals: [], options }, known)).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ detail: expect.stringContaining('cannot be read') }),
    }),
  );
});

it.each(['service/deploy/service.json', 'service/deploy/compose/service.json'])('reads the example %s', (path) => {
  const options = new Map([['config', join(import.meta.dirname, '../../../..', path)]]);
  expect(() => readExposure(addConfigOptions({ positionals: [], options }, serve.options))).not.toThrow();
});
