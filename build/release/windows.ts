/** A setup for Windows, for one person and without administrator's rights, made by NSIS on any system. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from '@electron/windows-sign';
import { run } from './linux.ts';
import { toCertificate, type Credentials } from './signing.ts';

const PROGRAM = 'Timelog Reports';

/** The folder is not asked for, because removing the program removes it whole. Data stays: it is in %LOCALAPPDATA%\timelog-reports. */
const script = (packed: string, version: string, path: string) => `Unicode true
Name "${PROGRAM}"
OutFile "${path}"
InstallDir "$LOCALAPPDATA\\Programs\\${PROGRAM}"
RequestExecutionLevel user
SetDateSave off
SetCompressor zlib
ShowInstDetails nevershow
VIProductVersion "${version.split('-')[0]}.0"
VIAddVersionKey ProductName "${PROGRAM}"
VIAddVersionKey ProductVersion "${version}"
VIAddVersionKey FileVersion "${version}"
VIAddVersionKey FileDescription "${PROGRAM} setup"
VIAddVersionKey LegalCopyright ""
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles
!define CLASSES "Software\\Classes"
!define UNINSTALL "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${PROGRAM}"
Section
  RMDir /r "$INSTDIR\\resources"
  SetOutPath "$INSTDIR"
  File /r "${join(packed, '*.*')}"
  WriteUninstaller "$INSTDIR\\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\\${PROGRAM}.lnk" "$INSTDIR\\${PROGRAM}.exe"
  WriteRegStr HKCU "\${CLASSES}\\timelog-reports" "" "URL:${PROGRAM}"
  WriteRegStr HKCU "\${CLASSES}\\timelog-reports" "URL Protocol" ""
  WriteRegStr HKCU "\${CLASSES}\\timelog-reports\\shell\\open\\command" "" '"$INSTDIR\\${PROGRAM}.exe" "%1"'
  WriteRegStr HKCU "\${CLASSES}\\.timelog" "" "TimelogReports.Workspace"
  WriteRegStr HKCU "\${CLASSES}\\TimelogReports.Workspace\\shell\\open\\command" "" '"$INSTDIR\\${PROGRAM}.exe" "%1"'
  WriteRegStr HKCU "\${UNINSTALL}" "DisplayName" "${PROGRAM}"
  WriteRegStr HKCU "\${UNINSTALL}" "DisplayVersion" "${version}"
  WriteRegStr HKCU "\${UNINSTALL}" "UninstallString" '"$INSTDIR\\Uninstall.exe"'
SectionEnd
Section Uninstall
  RMDir /r "$INSTDIR"
  Delete "$SMPROGRAMS\\${PROGRAM}.lnk"
  DeleteRegKey HKCU "\${CLASSES}\\timelog-reports"
  DeleteRegKey HKCU "\${CLASSES}\\.timelog"
  DeleteRegKey HKCU "\${CLASSES}\\TimelogReports.Workspace"
  DeleteRegKey HKCU "\${UNINSTALL}"
SectionEnd
`;

interface Setup {
  readonly version: string;
  readonly when: Date;
  readonly credentials: Credentials | undefined;
}

/** @param packed the packed program, absolute @param work a folder for the script */
export async function makeSetup(packed: string, path: string, work: string, options: Setup): Promise<void> {
  const { version, when, credentials } = options;
  const file = join(work, 'setup.nsi');
  writeFileSync(file, script(packed, version, path));
  run('makensis', 'nsis', ['-V2', file], when);
  if (credentials) await sign({ ...toCertificate(credentials), files: [path] });
}
