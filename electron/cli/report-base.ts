/** The report that a name stands for: a preset, or a file as people keep and send them. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { findPreset, presetIds } from '../../src/domain/reports/presets.ts';
import { reportFileSchema, reportSchema, type Report } from '../../src/domain/reports/report.ts';
import { usage } from '../../src/texts/en/cli.ts';
import { refuse } from './option-values.ts';

/** @throws AppFailure `usage` saying what is wrong with the name or the file. */
export async function namedReport(name: string): Promise<Report> {
  return findPreset(name)?.file.report ?? readReportFile(name);
}

async function readReportFile(path: string): Promise<Report> {
  const content = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    const looksLikeName = fault.code === 'ENOENT' && /^[\w-]+$/.test(path);
    return refuse(
      looksLikeName ? usage.unknownReport(path, presetIds) : usage.reportFile(path, fault.code ?? fault.message),
    );
  });
  const json = jsonOf(content, path);
  // Saved reports say what they are; a bare report is only what is asked.
  const isFile = z.object({ format: z.unknown() }).safeParse(json).success;
  const shaped = isFile ? reportFileSchema.safeParse(json) : reportSchema.safeParse(json);
  if (shaped.success) return 'report' in shaped.data ? shaped.data.report : shaped.data;
  const [issue] = shaped.error.issues;
  return refuse(usage.reportFile(path, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()));
}

function jsonOf(content: string, path: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return refuse(usage.reportFile(path, usage.notJson));
  }
}
