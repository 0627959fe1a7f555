/** Terminal entry: refuses a Node that is too old in one sentence, and only then loads anything that needs a newer one. */
import { hasCertificateChecks, hasRightNode, keepCompiled, protectProcessData } from './host/runtime-check.ts';

if (hasRightNode('npx node out/cli.js') && hasCertificateChecks()) {
  protectProcessData();
  keepCompiled(import.meta.dirname);
  const { main } = await import('./cli/main.ts');
  await main(process.argv.slice(2));
}
