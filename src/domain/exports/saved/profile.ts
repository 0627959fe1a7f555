/** What files for one client are like, set once for the client: exports for that client alone take it where nothing was chosen. */
import { z } from 'zod';
import { clientProfileTexts as texts } from '#texts/exports/saved.ts';
import { exportFormats } from '../../export-formats.ts';
import type { FilterGroups } from '../../filter/model.ts';
import { CLIENT_PROPERTY, findReadable } from '../../local-properties.ts';
import { foldName, nameSchema } from '../../name-schema.ts';
import type { ExportOptionsInput } from '../options.ts';

const clientProfileSchema = z.strictObject({
  /** As the directory names it; letters of either size are one client. */
  client: nameSchema(200),
  /** Whether its files may show rates. */
  rates: z.boolean(),
  /** Null: as the export says. */
  format: z.enum(exportFormats).nullable(),
  /** Names of persons and objects beside their ids; null: as the export says. */
  names: z.boolean().nullable(),
});
export type ClientProfile = z.output<typeof clientProfileSchema>;

export const clientProfilesSchema = z
  .array(clientProfileSchema)
  .max(1000)
  .refine((all) => new Set(all.map(({ client }) => foldName(client))).size === all.length, texts.twice);

export function findProfile(profiles: readonly ClientProfile[], client: string | undefined): ClientProfile | undefined {
  return client === undefined ? undefined : profiles.find((each) => foldName(each.client) === foldName(client));
}

/** @returns the client that every record of the filter is of, as far as the filter alone tells; undefined: not one alone. */
export function findOnlyClient(groups: FilterGroups): string | undefined {
  const clients = groups.map(({ filters }) => filters.flatMap(clientAsked)[0]);
  const [first] = clients;
  return first !== undefined && clients.every((each) => each !== undefined && foldName(each) === foldName(first))
    ? first
    : undefined;
}

function clientAsked({
  propertyName,
  operator,
  value,
  values = [],
}: FilterGroups[number]['filters'][number]): string[] {
  if (findReadable(propertyName)?.name !== CLIENT_PROPERTY) return [];
  if (operator === 'EQ' && value !== undefined) return [value];
  return operator === 'IN' && values.length === 1 ? [...values] : [];
}

/** What no choice of its own keeps from being a client's file: whether it is one is known with the client's profile. */
export function mayFollowProfile(options: ExportOptionsInput, groups: FilterGroups): boolean {
  return options.audience === undefined && findOnlyClient(groups) !== undefined;
}

export type ForClient =
  | { readonly ok: true; readonly options: ExportOptionsInput; readonly profile: ClientProfile | undefined }
  | { readonly ok: false; readonly problem: string };

/**
 * What was chosen, and the profile's choices where nothing was. A choice may tell the client less than the profile, never more.
 * @param isStored the choices are a definition's, made before: then internal use is no choice of this run, and tells too much
 */
export function applyProfile(
  asked: ExportOptionsInput,
  profile: ClientProfile | undefined,
  isStored: boolean,
): ForClient {
  if (!profile) return { ok: true, options: asked, profile: undefined };
  const { client } = profile;
  if (asked.audience === 'internal')
    return isStored ? { ok: false, problem: texts.internal(client) } : { ok: true, options: asked, profile: undefined };
  if (asked.rates === true && !profile.rates) return { ok: false, problem: texts.rates(client) };
  return {
    ok: true,
    profile,
    options: {
      ...asked,
      audience: 'client',
      // An audience that was chosen without rates is a choice for less.
      ...(asked.audience === undefined && { rates: asked.rates ?? profile.rates }),
      ...(asked.format === undefined && profile.format !== null && { format: profile.format }),
      ...(asked.names === undefined && profile.names !== null && { names: profile.names }),
    },
  };
}
