/** Runs an export's definition, and notes what a saved one has written. */
import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { Output, ParsedInput } from '../../../src/contract/api.ts';
import { AppFailure, fail } from '../../../src/contract/errors.ts';
import { exportMethods, type Manifest, type PackManifest } from '../../../src/contract/exports.ts';
import type { ListedExport, SavedExport } from '../../../src/contract/saved-exports.ts';
import { savedExportTexts as texts } from '#texts/exports/saved.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import type { ExportDefinition } from '../../../src/domain/exports/definition.ts';
import { DEFAULT_PATTERN, fillPattern, toFileName } from '../../../src/domain/exports/pack-names.ts';
import { overrideOptions } from '../../../src/domain/exports/options.ts';
import { findOnlyClient } from '../../../src/domain/exports/saved/profile.ts';
import { isSameRhythm } from '../../../src/domain/exports/saved/rhythm.ts';
import type { Destination, Host } from '../../host/host.ts';
import { readStatus } from '../../sync/status.ts';
import { isLossy } from '../../questions/completeness.ts';
import { asOnDay, withDue } from '../../questions/exports/due.ts';
import type { NameFacts } from '../../questions/exports/records.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { refuseStored } from './stored-audience.ts';
import { runPack, runRecords, runReport, type Running } from '../shared/export-runs.ts';
import { periodContext } from '../shared/selection.ts';

type Asked = ParsedInput<'exports.run'>;

/** @returns null when no destination was chosen */
export async function runDefinition(asked: Asked, running: Running, now: () => number): Promise<Output<'exports.run'>> {
  const { workspace } = running;
  const context = await periodContext(workspace);
  const saved = asked.id === undefined ? undefined : findSaved(workspace, asked.id);
  const listed = saved && withDue(saved, context);
  const day = listed && chooseDay(listed, asked.due);
  const isEarly = listed !== undefined && day !== undefined && (await isBeforeEnd(listed, day, workspace, asked));
  const held = saved?.definition ?? asked.definition ?? fail({ code: 'usage', detail: texts.unknown });
  const definition = day === undefined ? held : asOnDay(held, { ...context, today: day });
  let file = '';
  const note = (chosen: Destination | undefined) => {
    file = chosen ? basename(chosen.path) : '';
    return chosen;
  };
  const given = running.parts.host;
  const host: Host = {
    ...given,
    chooseDestination: async (suggested) => note(await given.chooseDestination(suggested)),
    ...(given.chooseFolder && { chooseFolder: async (suggested) => note(await given.chooseFolder?.(suggested)) }),
  };
  const parts = { ...running.parts, host, nameFile: (facts: NameFacts) => nameFile(definition, facts) };
  const isStored = asked.options.audience === undefined;
  const written = await write(definition, asked, { ...running, parts, isStored }).catch(async (fault: unknown) => {
    const isEmpty = fault instanceof AppFailure && fault.error.code === 'nothing-matched';
    if (isEmpty && saved && day !== undefined && !isEarly && (await isAllHere(workspace)))
      noteEmpty(workspace, saved, { at: new Date(now()).toISOString(), day });
    return refuseStored(fault, given.kind, workspace.settings().clientProfiles);
  });
  if (written && saved) {
    const { sha256, complete, records } = written;
    const at = new Date(now()).toISOString();
    const lastRun = { at, file, sha256, complete, records };
    workspace.journal.noteRun(saved.id, (now) => {
      // A rhythm that was set meanwhile has due days of its own, which this run does not answer for.
      const isAnswered = complete && !isEarly && day !== undefined && isSameRhythm(now.definition, saved.definition);
      return { ...now.state, ...(isAnswered && { doneFor: day }), lastRun };
    });
  }
  return written && { file, written };
}

/** There was nothing to write: the day is answered, so that later ones are not held back. The failure is told all the same. */
function noteEmpty({ journal }: Workspace, saved: SavedExport, lastEmpty: { at: string; day: string }): void {
  journal.noteRun(saved.id, (held) => ({
    ...held.state,
    ...(isSameRhythm(held.definition, saved.definition) && { doneFor: lastEmpty.day }),
    lastEmpty,
  }));
}

/** Whether none of the records can be missing: only then has nothing been found. */
async function isAllHere(workspace: Workspace): Promise<boolean> {
  return (await readStatus(workspace.snapshot)).complete && !isLossy(workspace);
}

/** A run without a day answers for the one it is due for, where that is one alone. */
function chooseDay({ due, definition }: ListedExport, asked: string | undefined): string | undefined {
  if (asked === undefined) return due.length === 1 ? due[0]?.day : undefined;
  if (!due.some(({ day }) => day === asked)) fail({ code: 'usage', detail: texts.notDue(definition.name, asked) });
  return asked;
}

/**
 * Records fetched before a period was over cannot answer for all of it.
 * @throws AppFailure `usage` where that very day was asked for
 */
async function isBeforeEnd(listed: ListedExport, day: string, workspace: Workspace, asked: Asked): Promise<boolean> {
  const { period = null } = listed.due.find((each) => each.day === day) ?? {};
  const { asOf } = await readStatus(workspace.snapshot);
  if (period === null || asOf === null) return false;
  const fetched = Temporal.Instant.from(asOf).toZonedDateTimeISO(workspace.settings().zone).toPlainDate().toString();
  if (fetched > period.to) return false;
  if (asked.due === undefined) return true;
  return fail({ code: 'usage', detail: texts.endsBefore(listed.definition.name, fetched, period.to) });
}

function findSaved({ journal }: Workspace, id: string) {
  return journal.savedExport(id) ?? fail({ code: 'usage', detail: texts.unknown });
}

async function write(
  { name, records, report, pack, options: own }: ExportDefinition,
  { options: others, pack: by = pack?.by, as = pack?.as, pattern = pack?.pattern, allowEmpty }: Asked,
  running: Running,
): Promise<Manifest | PackManifest | null> {
  const options = overrideOptions(own, others);
  const what = report ? { ...(name !== undefined && { name }), report } : records;
  if (by !== undefined) {
    if (allowEmpty) fail({ code: 'usage', detail: texts.emptyPack });
    const form = { by, ...(as !== undefined && { as }), ...(pattern !== undefined && { pattern }) };
    return runPack(exportMethods['export.pack'].input.parse({ ...options, ...what, ...form }), running);
  }
  const input = { ...options, ...what, allowEmpty };
  return report
    ? runReport(exportMethods['export.report'].input.parse(input), running)
    : runRecords(exportMethods['export.run'].input.parse(input), running);
}

/** Without its ending. A client's file bears the client's own name or a chosen title, not what the definition is called. */
function nameFile(definition: ExportDefinition, { span, complete, audience, title }: NameFacts): string {
  const { records, report, fileName = DEFAULT_PATTERN } = definition;
  const receiver = title ?? findOnlyClient((records ?? report)?.filterGroups ?? []);
  const name = (audience === 'client' ? receiver : definition.name) ?? exportDocumentTexts.pack.name;
  return `${toFileName(fillPattern(fileName, name, span))}${complete ? '' : '-partial'}`;
}
