/**
 * Writes CHANGELOG.md from the headlines of the commits since the last tag, by the area each names; what only developers see is left out.
 * `node build/release/changelog.ts`, before a version is tagged: what stands below the new section stays as it was.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../parts.ts';

/** Areas of no interest to those who use the program. */
const INNER =
  /^(?:tests?|e2e|docs|build|bench|edges|house|sabotage|toolchain|layers|merge|recipes|campaigns?|bootstrap|comments|dev|lists|handlers|stand-in|verify|fin|oddities|faults)\b|-land$|^[a-z]-/;

/** @param headlines as `area: Imperative sentence.`, newest first */
export function writeSection(version: string, day: string, headlines: readonly string[]): string {
  const byArea = new Map<string, Set<string>>();
  for (const headline of headlines) {
    const [, area, sentence] = /^([\w-]+): (.+)$/.exec(headline) ?? [];
    if (area === undefined || sentence === undefined || INNER.test(area)) continue;
    byArea.set(area, (byArea.get(area) ?? new Set()).add(sentence));
  }
  const parts = [...byArea]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([area, sentences]) => `### ${area}\n\n${[...sentences].map((sentence) => `- ${sentence}\n`).join('')}`);
  return `## ${version} (${day})\n\n${parts.join('\n')}`;
}

function readHeadlines(): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let range = 'HEAD';
  try {
    range = `${git('describe', '--tags', '--abbrev=0').trim()}..HEAD`;
  } catch {
    // The first version has everything.
  }
  return git('log', '--no-merges', '--format=%s', range).trim().split('\n');
}

if (import.meta.main) {
  const path = join(root, 'CHANGELOG.md');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const before = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const others = before.filter((section) => !section.startsWith(`## ${version} `));
  const section = writeSection(version, new Date().toISOString().slice(0, 10), readHeadlines());
  writeFileSync(path, ['# Changes\n\n', section, ...(others.length > 0 ? ['\n', ...others] : [])].join(''));
}
