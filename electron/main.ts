/** Entry of the desktop: outside Electron it says in one sentence what starts it. Electron waits for it before the app is ready. */
import { checksCertificates, hasElectron, withholdData } from './runtime.ts';

if (hasElectron() && checksCertificates()) {
  withholdData();
  const { main } = await import('./desktop.ts');
  main(import.meta.dirname);
}
