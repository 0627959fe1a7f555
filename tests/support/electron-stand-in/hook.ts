/** Resolves `electron` to the stand-in, for `import` and for the `require` of the debugger alike. */
import { registerHooks } from 'node:module';

/** As a source and, in the packed stub, as it is built. */
const standIn = new URL(import.meta.url.endsWith('.ts') ? './module.ts' : './module.js', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    return specifier === 'electron' ? { url: standIn, shortCircuit: true } : nextResolve(specifier, context);
  },
});
