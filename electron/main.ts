/** Entry of the desktop: outside Electron it says in one sentence what starts it. Electron waits for it before the app is ready. */
import { hasElectron } from './runtime.ts';

if (hasElectron()) {
  // Everything this program writes is the person's alone: directories 0700, files 0600.
  process.umask(0o077);
  const { main } = await import('./desktop.ts');
  main(import.meta.dirname);
}
