/** Defines the manifest of a saved workspace, which states to the last digit the records that the file must hold. */
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import { toColumnName, tableColumns } from '#electron/snapshot/database/schema.ts';
import { refuse, partSchema } from './parts.ts';

export const MANIFEST = 'manifest.json';
/** The manifest's own digest, as `sha256sum` writes and checks it. */
export const MANIFEST_DIGEST = 'manifest.json.sha256';
/** A signature of the manifest, as `ssh-keygen -Y sign` writes it; only a signed file has one. */
export const MANIFEST_SIGNATURE = 'manifest.json.sig';
const FORMAT = 'timelog-workspace';
export const VERSION = 4;
/** A file of version 2 holds no past, and one of version 3 no closings. */
const OLDEST = 2;

/**
 * The kinds of parts: records that reports see, records of an incomplete refresh, names, settings and the like, the change log, the
 * register of sent files, and the closings.
 */
export const kinds = ['records', 'waiting', 'workspace', 'changes', 'sent', 'closings'] as const;
export type Kind = (typeof kinds)[number];

const countSchema = z.number().int().nonnegative();

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal([OLDEST, 3, VERSION]),
  /** The service that the records belong to. */
  baseUrl: z.string(),
  /** The number of live records that reports see. */
  records: countSchema,
  complete: z.boolean(),
  asOf: z.iso.datetime().nullable(),
  /** When the earlier file was saved whose records were not read from the service since. */
  fromFile: z.iso.datetime().optional(),
  savedAt: z.iso.datetime(),
  appVersion: z.string().max(100),
  /** The last merge of the change log that the records belong to. */
  carries: countSchema.optional(),
  /** What each line of a record holds, in order. */
  columns: z.array(z.string().max(200)).max(1000),
  /** Figures of everything, archived records included; sums are exact decimals. */
  figures: z.strictObject({
    records: countSchema,
    waiting: countSchema,
    removed: countSchema,
    sums: z.record(z.string(), z.string().nullable()),
  }),
  parts: z.strictObject({
    records: z.array(partSchema),
    waiting: z.array(partSchema),
    workspace: z.array(partSchema),
    changes: z.array(partSchema).default([]),
    sent: z.array(partSchema).default([]),
    closings: z.array(partSchema).default([]),
  }),
});
export type WorkspaceManifest = z.output<typeof manifestSchema>;

export const columnNames: readonly string[] = tableColumns.map(toColumnName);

/** Names a part, as in `records-00001.ndjson.gz`. */
export function toPartName(kind: Kind, index: number): string {
  return `${kind}-${String(index + 1).padStart(5, '0')}.ndjson.gz`;
}

export function printManifest(manifest: Omit<WorkspaceManifest, 'format' | 'version'>): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 2)}\n`;
}

/**
 * @throws FileFault, AppFailure `store-newer` for a later version's manifest, `address-refused` for an address that no key may be sent to.
 */
export function readManifest(text: string): WorkspaceManifest {
  const json = parseJson(text);
  const { data: manifest } = manifestSchema.safeParse(json);
  if (!manifest) {
    const header = z.looseObject({ format: z.literal(FORMAT), version: z.number() }).safeParse(json);
    if (header.success && header.data.version > VERSION) fail({ code: 'store-newer' });
    return refuse(texts.badManifest);
  }
  checkAddress(manifest.baseUrl);
  return manifest;
}

function checkAddress(address: string): void {
  try {
    if (parseBaseUrl(address) === address) return;
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'address-refused') throw error;
    fail({ code: 'address-refused', detail: texts.badAddress(error.error.detail) }, error);
  }
  refuse(texts.oddAddress);
}

/** Checks whether a manifest belongs to a file of an older version, which held databases. */
export function isOlder(text: string): boolean {
  const header = z.looseObject({ format: z.literal(FORMAT), version: z.number() }).safeParse(parseJson(text));
  return header.success && header.data.version < OLDEST;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(texts.badManifest);
  }
}
