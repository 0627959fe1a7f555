/** The browser's own Temporal, in the place of the polyfill, which is loaded only where a browser has none: it is a tenth of the page's code. */
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

export const Temporal: unknown = Reflect.get(globalThis, 'Temporal');
