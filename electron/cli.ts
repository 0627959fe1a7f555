/** Terminal entry: refuses a Node that is too old in one sentence, and only then loads anything that needs a newer one. */
import { hasRightNode } from './runtime.ts';

if (hasRightNode('npx node out/cli.js')) {
  // Everything this program writes is the person's alone: directories 0700, files 0600.
  process.umask(0o077);
  const { main } = await import('./cli/main.ts');
  await main();
}
