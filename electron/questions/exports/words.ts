/** What writers print besides a document's own texts; they import no texts themselves. */
import { capsuleTexts, capsuleTooLarge } from '#texts/capsule.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import { digestTexts } from '#texts/exports/digest.ts';
import type { ExportWords } from '../../exports/document.ts';

export const exportWords: ExportWords = {
  workbook: exportDocumentTexts.workbook,
  capsule: capsuleTexts,
  digest: digestTexts,
  capsuleTooLarge,
};
