/** Notices additions to the objects from which all others inherit. */
const shared: readonly object[] = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Number.prototype,
  Function.prototype,
  Map.prototype,
  Promise.prototype,
];

/** @returns what has changed since it was made, a line each. */
export function watchPrototypes(): () => string[] {
  const before = shared.map((each) => Reflect.ownKeys(each).map(String).toSorted().join());
  return () => {
    const changed = shared.filter((each, at) => Reflect.ownKeys(each).map(String).toSorted().join() !== before[at]);
    const isPolluted = 'polluted' in {} || 'polluted' in [] || Object.getPrototypeOf({}) !== Object.prototype;
    return [
      ...changed.map((each) => `the prototype of ${each.constructor.name} was changed`),
      ...(isPolluted ? ['objects inherit what was sent'] : []),
    ];
  };
}
