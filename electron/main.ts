/**
 * Entry of the desktop: outside Electron it prints one sentence that tells how to start it. Electron waits for it before the app is ready.
 * With a command of the terminal it runs that, in the same runtime and without a window.
 */
import { checksCertificates, hasElectron, withholdData } from './host/runtime-check.ts';

if (!hasElectron() || !checksCertificates()) {
  // Electron would wait for a window that never comes.
  process.exit();
} else {
  withholdData();
  const [{ main, runCommand }, { readCommand }] = await Promise.all([
    import('./desktop/desktop.ts'),
    import('./desktop/opened.ts'),
  ]);
  const command = readCommand(process.argv.slice(1));
  if (command) runCommand(async () => (await import('./cli/main.ts')).main(command));
  else main(import.meta.dirname);
}
