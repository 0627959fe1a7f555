/** The compose file, held against what it starts and mounts: nobody may have docker where it is written. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Started {
  readonly image: string;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}

const deploy = join(import.meta.dirname, '../../../../service/deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const { services, volumes } = parse(read('compose/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Started>>;
  readonly volumes: object;
};

it.each(Object.entries(services))('starts %s with what there is', (_, { image, command, depends_on, ...service }) => {
  expect(image).toMatch(/^[\w-]+(:[\w.-]+)?$/);
  const mounts = (service.volumes ?? []).map((each) => /^(\$\{[^}]*\}[^:]*|[^:]*):([^:]+)/.exec(each) ?? []);
  for (const [, from = ''] of mounts) {
    if (from.startsWith('.')) expect(existsSync(join(deploy, 'compose', from)), from).toBe(true);
    else if (!from.startsWith('${SECRETS')) expect(volumes).toHaveProperty(from);
  }
  const needed = Array.isArray(depends_on) ? depends_on.map((each) => [each, {}]) : Object.entries(depends_on ?? {});
  for (const [name, { condition }] of needed) {
    expect(services).toHaveProperty(name);
    if (condition === 'service_healthy') expect(services[name]).toHaveProperty('healthcheck.test');
  }
  if (command) expect([command[0], mounts.some(([, , to]) => to === command.at(-1))]).toEqual(['serve', true]);
});

it('has its instances where nginx looks for them, on the port that they are told', () => {
  const { port } = JSON.parse(read('compose/service.json')) as { port: number };
  const looked = [...read('nginx/nginx.conf').matchAll(/server (\S+) max_fails/g)].map(([, place]) => place);
  expect(looked).toEqual(['one', 'two'].map((name) => `${name}:${port}`));
  expect([services['one']?.command, services['two']?.command]).not.toContain(undefined);
});
