/** Resolves `electron` to the stand-in, for `import` and for the `require` of the debugger alike. */
import { registerHooks } from 'node:module';

const standIn = new URL('./module.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    return specifier === 'electron' ? { url: standIn, shortCircuit: true } : nextResolve(specifier, context);
  },
});
