/**
 * Starts the desktop host; Electron waits for this module before the app is ready. Outside Electron it prints one sentence on how to start the
 * program. With a command of the terminal it runs that command in the same runtime, without a window.
 */
import { hasCertificateChecks, hasElectron, protectProcessData } from './host/runtime-check.ts';

if (!hasElectron() || !hasCertificateChecks()) {
  // Electron would wait for a window that never comes.
  process.exit();
} else {
  protectProcessData();
  const [{ main, runCommand }, { readCommand }] = await Promise.all([
    import('./desktop/desktop.ts'),
    import('./desktop/opened.ts'),
  ]);
  const command = readCommand(process.argv.slice(1));
  if (command) runCommand(async () => (await import('./cli/main.ts')).main(command));
  else main(import.meta.dirname);
}
