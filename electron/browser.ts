/** Entry of the browser host: refuses a Node that is too old in one sentence, and only then loads anything that needs a newer one. */
import { hasRightNode } from './runtime.ts';

if (hasRightNode('npm start')) {
  // Everything this program writes is the person's alone: directories 0700, files 0600.
  process.umask(0o077);
  const { main } = await import('./browser/main.ts');
  await main(import.meta.dirname);
}
