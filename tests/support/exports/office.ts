/** LibreOffice without a window, as a reader of other makers: it opens workbooks, calculates everything anew and writes what it found. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const OFFICE = 'soffice';
const MINUTES_15 = 900_000;

export function hasOffice(): boolean {
  return spawnSync(OFFICE, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** It would show cached values else, and prove nothing. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
`;

const targets = {
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  /** A file for each sheet, cells as they are shown. */
  csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1',
} as const;

/** @param folder for its profile and what it writes, in `converted` */
export function convert(paths: readonly string[], folder: string, target: keyof typeof targets): void {
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  writeFileSync(join(profile, 'user/registrymodifications.xcu'), ALWAYS_RECALCULATE);
  runOffice(['--convert-to', targets[target], '--outdir', join(folder, 'converted'), ...paths], profile);
}

/** @param profile a folder of its own, so that no other one running is asked instead. @throws Error with what it says */
export function runOffice(args: readonly string[], profile: string): void {
  const all = ['--headless', `-env:UserInstallation=file://${profile}`, ...args];
  const done = spawnSync(OFFICE, all, { encoding: 'utf8', timeout: MINUTES_15 });
  if (done.status !== 0) throw new Error(`LibreOffice did not convert: ${done.stderr}`);
}

/** The workbooks as LibreOffice calculates them, in order. */
export function recalculate(paths: readonly string[], folder: string): Buffer[] {
  convert(paths, folder, 'xlsx');
  return paths.map((path) => readFileSync(join(folder, 'converted', basename(path))));
}

/** Where `convert` put a sheet's CSV. @param name of the workbook, without its ending */
export function toSheetFile(folder: string, name: string, sheet: string): string {
  return join(folder, 'converted', `${name}-${sheet}.csv`);
}
