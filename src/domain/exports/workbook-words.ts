/** The words a workbook is written with. */
import type { exportDocumentTexts } from '#texts/export-document.ts';

export type WorkbookWords = (typeof exportDocumentTexts)['workbook'];
