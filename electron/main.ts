/**
 * Entry of the desktop: outside Electron it prints one sentence that tells how to start it. Electron waits for it before the app is ready.
 */
import { checksCertificates, hasElectron, withholdData } from './host/runtime-check.ts';

if (!hasElectron() || !checksCertificates()) {
  // Electron would wait for a window that never comes.
  process.exit();
} else {
  withholdData();
  const { main } = await import('./desktop/desktop.ts');
  main(import.meta.dirname);
}
