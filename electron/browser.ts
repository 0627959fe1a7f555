/** Entry of the browser host: refuses a Node that is too old in one sentence, and only then loads anything that needs a newer one. */
import { checksCertificates, hasRightNode, withholdData } from './host/runtime-check.ts';

if (hasRightNode('npm start') && checksCertificates()) {
  withholdData();
  const { main } = await import('./browser/main.ts');
  await main(import.meta.dirname);
}
