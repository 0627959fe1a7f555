/** What a PDF says beside its figures, and how much one may hold: measured, so that it is made within seconds. */
import { exportPdfTexts } from '#texts/export-pdf.ts';
import { chartTexts } from '#texts/screens/charts.ts';
import { groupTexts } from '#texts/reports/reports.ts';

export const pdfWords = { ...exportPdfTexts, difference: groupTexts.difference } as const;

export const chartWords = { noBar: chartTexts.noBar, states: chartTexts.states } as const;

export const MAX_PDF_LINES = 5000;
/** Lines times columns: memory is a multiple of them. */
export const MAX_PDF_CELLS = 75_000;
