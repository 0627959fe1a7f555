/** Starts the browser host. A Node that is too old is refused with one sentence before anything loads that needs a newer one. */
import { hasCertificateChecks, hasSupportedNode, cacheCompiledCode, protectProcessData } from './host/runtime-check.ts';

if (hasSupportedNode('npm start') && hasCertificateChecks()) {
  protectProcessData();
  cacheCompiledCode(import.meta.dirname);
  const { main } = await import('./browser/main.ts');
  await main(import.meta.dirname);
}
