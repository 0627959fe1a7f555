/** Loaded before the program: writes its peak memory, in KiB, where `PEAK_FILE` says. */
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  writeFileSync(process.env['PEAK_FILE'] ?? '', peak);
});
