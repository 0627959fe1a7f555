/** Table state without a framework: values that are set and read, nothing observed. The least the table library can run on. */
import type { TableFeatures } from '@tanstack/react-table';

type Bindings = NonNullable<TableFeatures['coreReactivityFeature']>;

const nobody = { unsubscribe() {} };

export const plainReactivity: Bindings = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription() {},
  createWritableAtom<T>(initial: T) {
    let value = initial;
    return {
      get: () => value,
      set(next: T | ((previous: T) => T)) {
        value = typeof next === 'function' ? (next as (previous: T) => T)(value) : next;
      },
      subscribe: () => nobody,
    };
  },
  createReadonlyAtom: (read) => ({ get: read, subscribe: () => nobody }),
  untrack: (read) => read(),
  batch: (work) => work(),
  schedule: (work) => queueMicrotask(work),
};
