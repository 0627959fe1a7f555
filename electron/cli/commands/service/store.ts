/** Where `serve` and `serve keys` have the service's keys and counts. */
import { join, resolve } from 'node:path';
import { StoreAway, StoreUnfit, type Store } from '../../../../service/store/store.ts';
import { fail } from '../../../../src/contract/errors.ts';
import { serviceKeysTexts as texts } from '#texts/terminal/service-keys.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import { dataFolder } from '../../arguments/data-folder.ts';
import type { GlobalOptions } from '../../arguments/global-options.ts';
import { flag, refuse, text } from '../../arguments/option-values.ts';

export const storeOptions = { postgres: 'flag', 'postgres-file': 'text' } as const;

/** PostgreSQL, by a file with its address or else by the environment; undefined: the data directory, where one is given. */
export type StorePlace = { readonly addressFile: string | undefined } | undefined;

/** @throws AppFailure `usage` */
export function readStorePlace(args: Arguments): StorePlace {
  const given = ['data-dir', ...Object.keys(storeOptions)].filter((option) => args.options.has(option));
  if (given.length > 1) refuse(texts.oneStore);
  const file = text(args, 'postgres-file');
  if (file === undefined && !flag(args, 'postgres')) return undefined;
  return { addressFile: file === undefined ? undefined : resolve(file) };
}

/** @returns undefined where no place is named. @throws AppFailure `usage` */
export async function openNamedStore(place: StorePlace, { dataDirectory }: GlobalOptions): Promise<Store | undefined> {
  if (place) return sayUnfit(() => openPostgres(place.addressFile));
  if (dataDirectory === undefined) return undefined;
  const { openSqliteStore } = await import('../../../../service/store/sqlite/store.ts');
  return sayUnfit(() => openSqliteStore(join(dataFolder(dataDirectory), 'service.sqlite'), Date.now));
}

/** The driver is loaded only here. */
async function openPostgres(addressFile: string | undefined): Promise<Store> {
  const { openPostgresStore } = await import('../../../../service/store/postgres/store.ts');
  const { readAddress } = await import('../../../../service/store/postgres/address.ts');
  return openPostgresStore(addressFile === undefined ? undefined : await readAddress(addressFile));
}

/** A store that cannot be used or reached is said in its own sentence. @throws AppFailure */
export async function sayUnfit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof StoreUnfit) return fail({ code: 'usage', detail: fault.message }, fault);
    if (fault instanceof StoreAway) return fail({ code: 'usage', detail: texts.away }, fault);
    throw fault;
  }
}
