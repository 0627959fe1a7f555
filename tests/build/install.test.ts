import { expect, it } from 'vitest';
import { installParts, installWithRetries, type Machine } from '#build/install.mjs';

const done = { ok: true, errors: '' };
const offline = {
  ok: false,
  errors: "E: Failed to fetch http://deb.example/a.deb  Temporary failure resolving 'deb.example'\n",
};

/** A machine of which every answer is told beforehand; `calls` and `said` hold what was done and said, in turn. */
function plan({
  rights = 'root',
  hasApt = true,
  run = () => done,
}: Partial<Pick<Machine, 'hasApt' | 'run'>> & { rights?: 'root' | 'sudo' | 'none' } = {}) {
  const calls: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    findRights: () => rights,
    hasApt,
    run: (command, args) => {
      calls.push([command, ...args].join(' '));
      return run(command, args);
    },
    pause: (seconds) => void calls.push(`pause ${seconds}`),
    pausesSeconds: [5, 30],
    say: (sentence) => void said.push(sentence),
  };
  return { machine, calls, said };
}

/** A part that is there once apt-get has been asked so often to install. */
function partAfter(times: number, calls: readonly string[]) {
  const countInstalls = () => calls.filter((call) => call.includes(' install ')).length;
  return { packageName: 'poppler-utils', isThere: () => countInstalls() >= times };
}

const APT = 'env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300';
const update = `${APT} update`;
const install = `${APT} install -y --no-install-recommends poppler-utils`;

it('runs nothing and says nothing where every part is there', () => {
  const { machine, calls, said } = plan();
  expect(installParts([partAfter(0, calls)], machine)).toBeUndefined();
  expect([calls, said]).toEqual([[], []]);
});

it('installs as root what is missing and nothing else, and waits for another apt', () => {
  const { machine, calls, said } = plan();
  expect(installParts([partAfter(0, calls), partAfter(1, calls)], machine)).toBeUndefined();
  expect(calls).toEqual([update, install]);
  expect(said).toEqual(['Installing poppler-utils (Debian packages) …']);
});

it('installs through sudo where that asks for no password', () => {
  const { machine, calls } = plan({ rights: 'sudo' });
  expect(installParts([partAfter(1, calls)], machine)).toBeUndefined();
  expect(calls).toEqual([`sudo -n ${update}`, `sudo -n ${install}`]);
});

it.each([
  [
    'the user may not install',
    { rights: 'none' as const },
    /^The tests need poppler-utils, which this user may not install: run "apt-get install poppler-utils" as root and start this again\.$/,
  ],
  [
    'there is no apt-get',
    { hasApt: false },
    /^The tests need poppler-utils, and this system has no apt-get: install them by hand\.$/,
  ],
])('runs nothing and names what to do in one sentence where %s', (_, machineOf, sentence) => {
  const { machine, calls } = plan(machineOf);
  expect(installParts([partAfter(1, calls)], machine)).toMatch(sentence);
  expect(calls).toEqual([]);
});

it('tries again what the network made fail, and says so with the reason', () => {
  let tries = 0;
  const { machine, calls, said } = plan({ run: () => ((tries += 1) > 2 ? done : offline) });
  expect(installParts([partAfter(2, calls)], machine)).toBeUndefined();
  expect(calls).toEqual([update, install, 'pause 5', update, install]);
  expect(said.at(-1)).toBe(
    `Debian packages could not be installed yet (${offline.errors.trim()}): trying again in 5 seconds …`,
  );
});

it('gives up after three tries, in one sentence', () => {
  const { machine, calls } = plan({ run: () => offline });
  expect(installParts([partAfter(9, calls)], machine)).toBe(
    'The tests need poppler-utils, which could not be installed: run "apt-get install poppler-utils" as root and start this again.',
  );
  expect(calls.filter((call) => call.startsWith('pause'))).toEqual(['pause 5', 'pause 30']);
});

it('does not believe apt-get where the part is still missing', () => {
  const { machine, calls } = plan();
  expect(installParts([partAfter(9, calls)], machine)).toContain('poppler-utils, which could not be installed');
  expect(calls).toEqual([update, install]);
});

it.each([
  ['E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)', 3],
  ['npm error code EAI_AGAIN', 3],
  ['npm error code ECONNRESET', 3],
  ['npm error code EUSAGE', 1],
  ['E: Unable to locate package poppler-utils', 1],
])('after “%s” makes %i tries', (errors, tries) => {
  const { machine } = plan();
  let made = 0;
  const attempt = () => {
    made += 1;
    return { ok: false, errors };
  };
  expect(installWithRetries(machine, 'Packages', attempt).ok).toBe(false);
  expect(made).toBe(tries);
});
