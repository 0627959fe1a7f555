/** Every method that crosses between the ui and the hosts: its input and its output. */
import { z } from 'zod';
import { MAX_PINS, pinSchema } from '#domain/reports/definition/pins.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { reportResultSchema } from '#domain/reports/definition/report.ts';
import { settingsOfThisComputer, settingsSchema } from '#domain/settings.ts';
import { weekdays } from '#domain/time/weeks.ts';
import { checkMethods } from './checks.ts';
import { closingMethods } from './closings.ts';
import { appErrorSchema, troubleSchema } from './errors.ts';
import { exportMethods } from './exports.ts';
import { filterMethods, selection, limitUpTo, MAX_ROWS, offsetSchema } from './filters.ts';
import { journalDamageSchema, journalMethods, refusedSettingSchema, settingsMethods, namesMethods } from './journal.ts';
import { memoryMethods } from './memory.ts';
import { signingMethods } from './proof/signing.ts';
import { reportMethods } from './reports.ts';
import { savedExportMethods } from './saved-exports.ts';
import { serviceMethods } from './service.ts';
import { valueNeeds } from '#texts/refusals.ts';
import { tableLayoutSchema, viewFileSchema } from '#domain/records/view-file.ts';
import { sortSchema } from '#domain/records/sort-order.ts';

const timestamp = z.string();
const count = z.number().int().nonnegative();
const empty = z.strictObject({});
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, valueNeeds.month);

/** The remaining quota is an upper bound, because colleagues may use the same key. `limit` is a setting; the service never reports it. */
const quotaSchema = z.object({
  used: count,
  limit: count,
  resetsAt: timestamp,
  /** Set while the service refuses further requests: how many it had answered, and whether others have used the key. */
  exhausted: z.object({ usedHere: count, limit: count, usedElsewhere: z.boolean() }).optional(),
});
export type Quota = z.output<typeof quotaSchema>;

export const workspaceStateSchema = z.object({
  /** The workspace's id, which names its folder. */
  name: z.string(),
  /** The title given by the user, which may be any text; the id if there is none. */
  label: z.string(),
  /** `sample` is served by the embedded service; `new` has no address yet. */
  kind: z.enum(['sample', 'service', 'new']),
  title: z.string(),
  baseUrl: z.string().nullable(),
  /** Where the key is stored: `built-in` is the sample's key, and `memory` lasts for this run only. */
  key: z.enum(['none', 'keychain', 'memory', 'built-in']),
  keychainAvailable: z.boolean(),
  /** The IANA time zone that decides clock days and "today". */
  zone: z.string(),
  /** `YYYY-MM-DD` in the zone; in the sample workspace, the day of its data. */
  today: z.string(),
  currency: z.string().nullable(),
  /** The weekday on which “this week” begins. */
  weekStart: z.enum(['monday', 'sunday']),
  /** The weekday on which the records' weeks begin, which decides the dates of week 41. */
  recordedWeeks: z.enum(weekdays),
  /** The month in which fiscal years begin, 1 to 12. */
  fiscalYearStart: settingsSchema.shape.fiscalYearStart,
});
export type WorkspaceState = z.output<typeof workspaceStateSchema>;

export const syncResultSchema = z.object({
  status: z.enum(['complete', 'partial']),
  /** `download` until the store has been complete once, then `refresh`. */
  mode: z.enum(['download', 'refresh', 'full', 'audit']),
  requestsUsed: count,
  recordsReceived: count,
  records: count,
  total: count.nullable(),
  partitions: z.object({ sealed: count, open: count }),
  /** When the sync resumes automatically, or null. */
  resumeAt: timestamp.nullable(),
  /** Why the sync stopped before it was complete, or null. */
  stopped: appErrorSchema.nullable(),
  /**
   * Why a requested slice of old records was not read: there is no complete download yet, today's slice has been read already, an unfinished
   * run had to be completed, or the refresh needed the requests. Null if it was read or not requested.
   */
  scrubLeftOut: z.enum(['incomplete', 'today', 'begun', 'budget']).nullable(),
});
export type SyncResult = z.output<typeof syncResultSchema>;

const syncProgressSchema = z.object({
  received: count,
  held: count,
  total: count.nullable(),
  requestsUsed: count,
});
export type SyncProgress = z.output<typeof syncProgressSchema>;

/** The price of a sync is the requests it would spend. `max` is null until one request has found the total. */
export const syncPriceSchema = z.object({
  mode: syncResultSchema.shape.mode,
  min: count,
  max: count.nullable(),
  total: count.nullable(),
  requestsUsed: count,
  quota: quotaSchema,
});

/** When the saved workspace was written whose records have not all been read from the service since; absent if there are none. */
const fromFile = timestamp.optional();

export const statusSchema = z.object({
  records: count,
  complete: z.boolean(),
  asOf: timestamp.nullable(),
  fromFile,
  /** How many records of that saved workspace have not been read from the service since. */
  unreadFromFile: count.optional(),
  partitions: z.array(
    z.object({
      from: z.string().nullable(),
      to: z.string().nullable(),
      total: count.nullable(),
      held: count,
      sealed: z.boolean(),
    }),
  ),
  quota: quotaSchema,
  anomalies: count,
  /** Newer records that were fetched and set aside until a refresh is complete. */
  waiting: count,
  /** `not-verified` means that everything was read, but the counts changed meanwhile. */
  pending: z.enum(['nothing', 'download', 'refresh', 'not-verified']),
  /** Damage to names and settings; `complete` covers the records only. */
  journal: journalDamageSchema.nullish(),
});
export type DataStatus = z.output<typeof statusSchema>;

/** Values are texts: exact decimals, dates `YYYY-MM-DD`, times ISO UTC, booleans true/false; null is unset. */
const rowSchema = z.object({
  id: z.string(),
  values: z.record(z.string(), z.string().nullable()),
  /** Properties whose value could not be read, with the value as received. */
  unreadable: z.record(z.string(), z.string()),
});
export type RecordRow = z.output<typeof rowSchema>;

const savedWorkspace = z.object({
  file: z.string(),
  records: count,
  complete: z.boolean(),
  asOf: timestamp.nullable(),
  fromFile,
});

const runChoices = {
  /** Reads everything again. */
  full: z.boolean().default(false),
  /** Counts month by month even if nothing seems to have changed. */
  audit: z.boolean().default(false),
  /** Reads everything with the list operation, for a service that cannot filter or sort. Takes precedence over the other choices. */
  list: z.boolean().default(false),
  /** Also reads the day's slice of old records again, as every refresh does with the setting `scrub`. */
  scrub: z.boolean().default(false),
  /** Limits a first download to this month; the next run reads the rest. */
  month: month.optional(),
};

const keyAnswer = z.object({ ok: z.literal(true), quota: quotaSchema });

export const preferencesSchema = z.object({
  colorScheme: z.enum(['light', 'dark', 'auto']),
  /** The BCP 47 locale in which screens and copied tables write numbers and days; null for the system's. */
  locale: z.string().max(35).nullable().optional(),
  /** The columns of the record table by property name; null for the default ones. */
  columns: z.array(z.string()).nullable(),
  /** The layout of the record table; absent for the default one. */
  recordsTable: tableLayoutSchema.optional(),
  recordViews: z.record(z.string(), z.array(viewFileSchema).max(200)).optional(),
  /** The pinned reports and figures, by workspace, in their order. */
  pins: z.record(z.string(), z.array(pinSchema).max(MAX_PINS)).optional(),
  /** The last address of the Reports screen by workspace, without the explained figure. */
  lastReports: z.record(z.string(), z.string()).optional(),
  /** Whether reports are shown without their charts. */
  chartsFolded: z.boolean().optional(),
  /** Whether the Overview shows the second row of figures. */
  moreFigures: z.boolean().optional(),
  /** The hosts on which the user has allowed records to be opened. */
  openedHosts: z.array(z.string()).optional(),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** A call as a page sends it. Calls with the same `look` are answered from one state of the store; a call with a ticket can be cancelled. */
export const callSchema = z.strictObject({
  method: z.string(),
  input: z.unknown(),
  ticket: z.string().optional(),
  look: z.string().optional(),
  /** The past moment of the data to answer from: a day, a timestamp or the number of a refresh. */
  asKnown: z.string().optional(),
});

/** The methods that `questions.ask` can combine. */
const jointMethods = ['report.run', 'report.bridge', 'filter.unheld', 'checks.run', 'checks.people'] as const;
export type JointMethod = (typeof jointMethods)[number];

export const api = {
  'app.info': {
    input: empty,
    output: z.object({
      version: z.string(),
      /** `YYYY-MM-DD`; null if the program was not built for a release. */
      releaseDay: z.string().nullable(),
      host: z.enum(['desktop', 'browser', 'terminal']),
      dataDirectory: z.string(),
    }),
  },
  /** Cancels the call with this ticket, which then fails with `cancelled`. Does nothing if it has been answered already. */
  'question.leave': {
    input: z.strictObject({ ticket: z.string() }),
    output: z.object({ left: z.boolean() }),
  },
  /** Combines several calls: each answer is the `Result` that the call would get alone, and all of them arrive together. */
  'questions.ask': {
    input: z.strictObject({
      questions: z
        .array(callSchema.extend({ method: z.enum(jointMethods), ticket: z.string() }))
        .min(1)
        .max(64),
    }),
    output: z.object({ answers: z.array(z.unknown()) }),
  },

  'preferences.get': { input: empty, output: preferencesSchema },
  'preferences.set': { input: preferencesSchema.partial(), output: preferencesSchema },

  'workspace.state': { input: empty, output: workspaceStateSchema },
  /** Lists all workspaces by name; the sample is missing until it has been opened. */
  'workspace.list': {
    input: empty,
    output: z.object({
      workspaces: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          baseUrl: z.string().nullable(),
          /** How many records it held when it was last closed; null if unknown. */
          records: count.nullable(),
          /** The size of its files on disk. */
          bytes: count,
          /** Whether a key is stored for its address. */
          hasKey: z.boolean(),
        }),
      ),
    }),
  },
  /** Opens another workspace; the sample is always called `sample`. */
  'workspace.open': { input: z.strictObject({ name: z.string() }), output: workspaceStateSchema },
  /** Binds a workspace to an address (once); the name of a new one may be any text. Tests the key with one request and stores it. */
  'workspace.connect': {
    input: z.strictObject({ name: z.string().default('default'), baseUrl: z.string(), key: z.string().min(1) }),
    output: workspaceStateSchema,
  },

  /** Changes a workspace's title; its folder, and with it its id, stays the same. The sample cannot be renamed. */
  'workspace.rename': { input: z.strictObject({ name: z.string(), title: z.string() }), output: workspaceStateSchema },

  /**
   * Deletes a workspace permanently: its records, names, settings, saved reports, exports and views, and its key, unless another workspace has
   * the same address. If it is open, another workspace or the sample is opened instead.
   */
  'workspace.remove': {
    input: z.strictObject({ name: z.string() }),
    output: z.object({
      /** The workspace that needs the same key; null if the key was deleted or there was none. */
      keyKeptFor: z.string().nullable(),
      workspace: workspaceStateSchema,
    }),
  },

  /** Writes the workspace's records, names and settings, never a key, to the host's `chooseDestination`; null when none was chosen. */
  'workspace.save': {
    /** With `sign`, the file is signed with the key for exported files. */
    input: z.strictObject({ sign: z.boolean().default(false) }),
    output: savedWorkspace
      .extend({
        /** Settings that are not in the file, because they are no longer valid. */
        refused: z.array(refusedSettingSchema),
      })
      .nullable(),
  },
  /** Opens a saved workspace under an unused name, or in the workspace that it continues; null when no file was chosen. Spends no request. */
  'workspace.load': {
    input: z.strictObject({ name: z.string().default('default') }),
    output: savedWorkspace
      .omit({ file: true })
      .extend({
        workspace: workspaceStateSchema,
        /** The signer of the file; `own` means that this app's key signed it. */
        signature: z.object({ fingerprint: z.string(), own: z.boolean() }).nullable(),
        /** Settings that are never taken from files and have the values of a new workspace. */
        leftBehind: z.array(z.enum(settingsOfThisComputer)),
      })
      .nullable(),
  },
  /** Cancels saving or loading, which leaves everything as it was; a finished one is not undone. */
  'workspace.cancel': { input: empty, output: z.object({ cancelled: z.boolean() }) },

  /** Records a visit to the workspace. `previous` is the `asOf` of the records at the end of the previous visit; null if there was none. */
  'workspace.visit': { input: empty, output: z.object({ previous: timestamp.nullable() }) },

  /** Stores a key for this workspace's address without testing it. */
  'key.set': { input: z.strictObject({ key: z.string().min(1) }), output: keyAnswer },
  /** Spends one request. */
  'key.test': { input: empty, output: keyAnswer },
  'key.forget': { input: empty, output: keyAnswer },

  /** Without `ask` it costs nothing and `max` may be null; with it, one request finds an unknown total (its page is stored). */
  'sync.price': {
    input: z.strictObject({ ...runChoices, ask: z.boolean().default(false) }),
    output: syncPriceSchema,
  },
  'sync.run': {
    input: z.strictObject({ maxRequests: z.number().int().positive().optional(), ...runChoices }),
    output: syncResultSchema,
  },
  /** Stops at once: the request under way is aborted, and nothing is resumed automatically. Records already fetched are stored. */
  'sync.cancel': { input: empty, output: z.object({ cancelled: z.boolean() }) },
  /** Stops when the request under way is stored; the run's input is stored until another run is started or cancelled. */
  'sync.pause': { input: empty, output: z.object({ pausing: z.boolean() }) },
  'sync.state': {
    input: empty,
    output: z.object({
      running: z.boolean(),
      progress: syncProgressSchema.nullable(),
      last: syncResultSchema.nullable(),
      /** The input of a paused run, which is used again when it is resumed. */
      paused: z
        .object({
          full: z.boolean(),
          audit: z.boolean(),
          list: z.boolean(),
          scrub: z.boolean(),
          month: month.optional(),
        })
        .nullable(),
      /** When the next run begins automatically if the program is open then; null if none is scheduled. */
      resumesAt: timestamp.nullable(),
      /** Why the service did not answer the last attempt, by a run or any other call; null if it did or none was made. */
      trouble: troubleSchema.nullable(),
    }),
  },

  /** Sets the store's file aside, never deleting it, and starts an empty one for the next sync to download. Names and settings stay. */
  'data.rebuild': { input: empty, output: z.object({ setAside: z.string().nullable() }) },
  /** The price of a new download for an unreadable store, by its last known size, which is stored beside it. Costs no request. */
  'data.rebuildPrice': {
    input: empty,
    output: z.object({ records: count.nullable(), min: count, max: count.nullable(), quota: quotaSchema }),
  },
  'data.status': { input: empty, output: statusSchema },
  /** Compares the local and the service's count for a filter, which costs one request. */
  'data.verify': {
    input: z.strictObject({ filterGroups: filterGroupsSchema.default([]) }),
    output: z.object({ held: count, total: count, equal: z.boolean() }),
  },

  'records.page': {
    input: z.strictObject({
      ...selection,
      columns: z.array(z.string()).min(1),
      sort: sortSchema.optional(),
      offset: offsetSchema,
      limit: limitUpTo(500).default(100),
    }),
    output: z.object({ rows: z.array(rowSchema), total: count }),
  },
  /**
   * Reads the first rows of a search before they are counted: the same rows that the page begins with, but perhaps fewer than requested or
   * none, because only the first records in the sort order are searched. Useful only with a search.
   */
  'records.firstFound': {
    input: z.strictObject({
      ...selection,
      columns: z.array(z.string()).min(1),
      sort: sortSchema.optional(),
      limit: limitUpTo(500).default(100),
    }),
    output: z.object({ rows: z.array(rowSchema) }),
  },
  /** Totals the rows that are selected on screen, by their positions in the order. */
  'records.sums': {
    input: z.strictObject({
      ...selection,
      sort: sortSchema.optional(),
      offset: offsetSchema,
      limit: limitUpTo(MAX_ROWS),
      /** Ids of measures, as in a report. */
      measures: z.array(z.string()).min(1),
    }),
    output: reportResultSchema,
  },
  /** Writes a view's small JSON file to the host's `chooseDestination`; null when none was chosen. */
  'views.export': {
    input: z.strictObject({ file: viewFileSchema }),
    output: z.object({ file: z.string() }).nullable(),
  },
  /**
   * Lists the distinct values of a property for filter pickers: the most frequent among the selected records first; values that only other
   * records have come last, with 0. `contains` are words of a value or its name; one letter of a longer word may be wrong.
   */
  'records.values': {
    input: z.strictObject({
      ...selection,
      propertyName: z.string(),
      contains: z.string().default(''),
      limit: limitUpTo(500).default(100),
    }),
    output: z.object({
      /** Spellings that a filter treats as equal are listed as one value: the most frequent, with its other spellings. */
      values: z.array(z.object({ value: z.string(), records: count, others: z.array(z.string()) })),
      distinct: count,
      /** The largest set of the words that one value has, if none has all of them; otherwise null. */
      fewer: z.string().nullable(),
    }),
  },

  ...filterMethods,

  ...settingsMethods,

  ...reportMethods,

  ...checkMethods,

  ...serviceMethods,

  ...exportMethods,

  ...signingMethods,
  ...savedExportMethods,

  ...namesMethods,

  ...closingMethods,
  ...memoryMethods,
  ...journalMethods,
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

export type Api = typeof api;
export type Method = keyof Api;
/** A method's input as a caller writes it: defaults may be left out. */
export type Input<M extends Method> = z.input<Api[M]['input']>;
/** A method's input as its handler gets it: parsed, with defaults. */
export type ParsedInput<M extends Method> = z.output<Api[M]['input']>;
export type Output<M extends Method> = z.output<Api[M]['output']>;
