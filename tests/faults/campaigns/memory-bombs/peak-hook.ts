/** Loaded before the program: writes its peak memory, in KiB, and its processor time, in µs, where `PEAK_FILE` says. */
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env['PEAK_FILE'] ?? '', `${peak} ${user + system}`);
});
