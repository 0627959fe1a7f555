/** Makes parts that the stand-in lacks throw: a test must never pass because an API silently did nothing. */

/** Read on every object by promises, printers, inspectors and test runners. */
const asked = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'tagName',
  'asymmetricMatch',
  '$$typeof',
]);

export class NotInStandIn extends Error {
  constructor(what: string) {
    super(`The Electron stand-in has no ${what}`);
  }
}

/** @returns the object, throwing when a property is read that it does not have. */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, property, receiver) {
      if (property in target || typeof property === 'symbol' || asked.has(property)) {
        return Reflect.get(target, property, receiver) as unknown;
      }
      throw new NotInStandIn(`${name}.${property}`);
    },
  });
}
