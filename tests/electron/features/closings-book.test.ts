/** What a minus gives back, by the closings and the files that were sent alone; with records and tables it is in closings.test.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listBilledLines, openBook, requireClosing } from '#electron/features/closings-book.ts';
import { openClosings } from '#electron/history/closings-store.ts';
import { openSentRegister, SentRecords } from '#electron/history/sent-register.ts';
import { noColumns } from '#electron/snapshot/closings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { fileToSend } from '#tests/support/stores/file-to-send.ts';
import { toClosings } from '#tests/support/stores/many-closings.ts';

const IDS = ['1', '2'];
const dayAt = (day: number) => `2026-11-0${day}T08:00:00.000Z`;

it('each minus gives back what was billed since the one before, and nothing that was withdrawn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'closings-book-'));
  const closings = openClosings(join(folder, 'closings.sqlite'));
  const sent = openSentRegister(join(folder, 'sent.sqlite'));
  onTestFinished(() => {
    closings.close();
    sent.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const workspace = { memory: { closings, sent, listQuarantined: () => [] } } as unknown as Workspace;
  const close = (number: number, at: string, cancels: number | null = null) => {
    const [{ step } = { step: undefined }] = toClosings(0);
    if (step?.kind !== 'close') throw new Error('It closes');
    const cells = {
      id: IDS,
      minutes: IDS.map(() => '60'),
      value: IDS.map(() => '100'),
      currency: IDS.map(() => 'EUR'),
    };
    const columns = Object.fromEntries(
      Object.keys(noColumns).map((name) => [
        name,
        JSON.stringify(name in cells ? cells[name as keyof typeof cells] : IDS.map(() => '0')),
      ]),
    );
    closings.add(closings.steps().length, [
      { step: { ...step, number, at, cancels }, columns: cancels === null ? columns : noColumns },
    ]);
  };
  const send = (at: string) => {
    const records = new SentRecords();
    records.add(IDS.map((id) => [id, 0, []]));
    const number = sent.intend({ ...fileToSend, at, records: IDS.length, bills: true }, records);
    sent.settle(number, 'saved', at);
    return number;
  };
  const credited = (number: number) => {
    const book = openBook(workspace);
    return listBilledLines(book, requireClosing(book, number)).map(({ line: { id }, isWritten }) => [id, isWritten]);
  };
  const back = IDS.map((id) => [id, false]);

  close(1, dayAt(1));
  const first = send(dayAt(2));
  close(2, dayAt(3), 1);
  expect(credited(2)).toEqual(back);
  sent.settle(first, 'withdrawn', dayAt(4));
  expect(credited(2)).toEqual([]);
  close(3, dayAt(5));
  send(dayAt(6));
  close(4, dayAt(7), 3);
  expect([credited(2), credited(4)]).toEqual([[], back]);
});
