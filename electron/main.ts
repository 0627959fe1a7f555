/**
 * Entry of the desktop: outside Electron it prints one sentence that tells how to start it. Electron waits for it before the app is ready.
 */
import { checksCertificates, hasElectron, withholdData } from './host/runtime-check.ts';

if (hasElectron() && checksCertificates()) {
  withholdData();
  const { main } = await import('./desktop/desktop.ts');
  main(import.meta.dirname);
}
