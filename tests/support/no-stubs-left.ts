/** Takes back what a file's last test has stubbed: the next file of the process is imported before `unstubGlobals` would do it. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
