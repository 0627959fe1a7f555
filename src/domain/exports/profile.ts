/** The export settings of one client, which supply the unchosen options of exports for that client alone. */
import { z } from 'zod';
import { clientProfileTexts as texts } from '#texts/exports/saved.ts';
import { knownFormats, toFormat } from '../export-formats.ts';
import type { FilterGroups } from '../filter/model.ts';
import { CLIENT_PROPERTY, findReadable } from '../local-properties.ts';
import { foldName, nameSchema } from '../name-schema.ts';
import { addressSchema } from './letterhead.ts';
import type { ExportOptionsInput } from './options.ts';

export const clientProfileSchema = z.strictObject({
  /** The client's name as in the directory, regardless of case. */
  client: nameSchema(200),
  rates: z.boolean(),
  /** The format of the client's files; null if the export decides. */
  format: z.enum(knownFormats).transform(toFormat).nullable(),
  /** Whether names of persons and objects are added beside their ids; null if the export decides. */
  names: z.boolean().nullable(),
  /** The postal address for statements, line by line. */
  address: addressSchema.optional(),
  /** The client's order number for the work. */
  orderNumber: nameSchema(80).optional(),
  /** The firm's reference for the client, such as a customer number. */
  reference: nameSchema(80).optional(),
});
export type ClientProfile = z.output<typeof clientProfileSchema>;

export const clientProfilesSchema = z
  .array(clientProfileSchema)
  .max(1000)
  .refine((all) => new Set(all.map(({ client }) => foldName(client))).size === all.length, texts.twice);

export function findProfile(profiles: readonly ClientProfile[], client: string | undefined): ClientProfile | undefined {
  return client === undefined ? undefined : profiles.find((profile) => foldName(profile.client) === foldName(client));
}

/** @returns the only client whose records the filter can select; undefined if it may select others */
export function findOnlyClient(groups: FilterGroups): string | undefined {
  const clients = groups.map(({ filters }) => filters.flatMap(listNamedClients)[0]);
  const [first] = clients;
  return first !== undefined && clients.every((client) => client !== undefined && foldName(client) === foldName(first))
    ? first
    : undefined;
}

function listNamedClients({
  propertyName,
  operator,
  value,
  values = [],
}: FilterGroups[number]['filters'][number]): string[] {
  if (findReadable(propertyName)?.name !== CLIENT_PROPERTY) return [];
  if (operator === 'EQ' && value !== undefined) return [value];
  return operator === 'IN' && values.length === 1 ? [...values] : [];
}

/** Returns whether a client's profile can decide the audience, because none was chosen and the filter selects only one client. */
export function canFollowProfile(options: ExportOptionsInput, groups: FilterGroups): boolean {
  return options.audience === undefined && findOnlyClient(groups) !== undefined;
}

export type ProfiledOptions =
  | { readonly ok: true; readonly options: ExportOptionsInput; readonly profile: ClientProfile | undefined }
  | { readonly ok: false; readonly problem: string; readonly reason?: 'stored-internal' };

/**
 * Fills in unchosen options from the profile. A chosen option may disclose less to the client than the profile, never more.
 * @param isStored true for the options of a saved definition, whose internal audience was not chosen for this run and would disclose too much
 * to the client
 */
export function applyProfile(
  choices: ExportOptionsInput,
  profile: ClientProfile | undefined,
  isStored: boolean,
): ProfiledOptions {
  if (!profile) return { ok: true, options: choices, profile: undefined };
  const { client } = profile;
  if (choices.audience === 'internal')
    return isStored
      ? { ok: false, problem: texts.internal(client), reason: 'stored-internal' }
      : { ok: true, options: choices, profile: undefined };
  if (choices.rates === true && !profile.rates) return { ok: false, problem: texts.rates(client) };
  return {
    ok: true,
    profile,
    options: {
      ...choices,
      audience: 'client',
      // If the audience was chosen without rates, rates stay out.
      ...(choices.audience === undefined && { rates: choices.rates ?? profile.rates }),
      ...(choices.format === undefined && profile.format !== null && { format: profile.format }),
      ...(choices.names === undefined && profile.names !== null && { names: profile.names }),
    },
  };
}
