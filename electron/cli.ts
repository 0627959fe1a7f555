/** Terminal entry: refuses a Node that is too old in one sentence, and only then loads anything that needs a newer one. */
import { nodeTooOld } from '../src/texts/en/startup.ts';

const NODE_MAJOR = 24;

const major = Number.parseInt(process.versions.node, 10);
if (major < NODE_MAJOR) {
  process.stderr.write(`${nodeTooOld(NODE_MAJOR, process.versions.node)}\n`);
  process.exitCode = 2;
} else {
  // Everything this program writes is the person's alone: directories 0700, files 0600.
  process.umask(0o077);
  const { main } = await import('./cli/main.ts');
  await main();
}
