/** Terminal entry: refuses a Node that is too old in one sentence, and only then loads anything that needs a newer one. */
import { hasCertificateChecks, hasSupportedNode, cacheCompiledCode, protectProcessData } from './host/runtime-check.ts';

if (hasSupportedNode('npx node out/cli.js') && hasCertificateChecks()) {
  protectProcessData();
  cacheCompiledCode(import.meta.dirname);
  const { main } = await import('./cli/main.ts');
  await main(process.argv.slice(2));
}
