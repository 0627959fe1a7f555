import { expect, test } from 'vitest';
import { writePrintable } from '#electron/features/exports/on-paper.ts';
import { printView } from '#electron/exports/formats/html.ts';
import type { ExportContext } from '#electron/features/exports/pipeline.ts';
import { fail } from '#contract/errors.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

const opened: string[] = [];
const host = quietHost({
  paper: {
    place: async (name) => ({ path: `/pages/${name}` }),
    open: async (path) => void opened.push(path),
  },
});
const parts = { host, version: 'test', onWritten: () => undefined };

/** Asks for a place and delivers, as every export does. */
async function write({ host: own, writer }: ExportContext, canMakePdf: boolean): Promise<null> {
  const destination = await own.chooseDestination('people.pdf');
  if (writer === undefined && !canMakePdf) fail({ code: 'usage', detail: 'None', reason: 'no-pdf-compiler' });
  await own.deliver(destination?.path ?? '');
  expect(writer).toBe(canMakePdf ? undefined : printView);
  return null;
}

test('a PDF is opened to be printed, and where none can be made, a page of the same content', async () => {
  await writePrintable(parts, true, (own) => write(own, true));
  await writePrintable(parts, true, (own) => write(own, false));
  expect(opened).toEqual(['/pages/people.pdf', '/pages/people.html']);
});

test('what is refused for another reason is not tried again', async () => {
  const refused = () => fail({ code: 'nothing-matched' });
  await expect(writePrintable(parts, true, refused)).rejects.toMatchObject({ error: { code: 'nothing-matched' } });
});

test('a host that opens no pages says so', async () => {
  const asked = writePrintable({ ...parts, host: quietHost() }, true, (own) => write(own, true));
  await expect(asked).rejects.toMatchObject({ error: { code: 'usage', detail: pdfWords.refusals.noPaper } });
});
