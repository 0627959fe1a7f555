/** Run as a process of its own, to be killed: replaces one file with its manifest again and again, each time by other lines. */
import {
  createPrivateText,
  readPrivateText,
  toFingerprint,
  toPublicBytes,
} from '../../electron/exports/signature/ssh-key.ts';
import { signMessage } from '../../electron/exports/signature/ssh-signature.ts';
import { writeExport, type ManifestHead } from '../../electron/questions/exports/write.ts';
import { exportOptionsSchema, settleOptions } from '../../src/domain/exports/options.ts';
import { startSums } from '../../src/domain/exports/sums.ts';

const [path = ''] = process.argv.slice(2);
const settled = settleOptions(exportOptionsSchema.parse({}));
if (!settled.ok) throw new Error(settled.problem);
const options = settled.value;
const column = {
  name: 'value',
  label: 'Value',
  head: 'Value',
  kind: 'number',
  digits: null,
  currency: null,
  adds: true,
} as const;
const LINES = 2_000;
const key = readPrivateText(createPrivateText());
if (!key) throw new Error('no key');
const signer = {
  fingerprint: toFingerprint(toPublicBytes(key)),
  sign: (message: Uint8Array) => signMessage(message, key),
};

for (let turn = 1; ; turn += 1) {
  const sums = startSums([column], undefined);
  async function* lines() {
    const piece = Array.from({ length: LINES }, (_, at) => [String(turn * LINES + at)]);
    sums.add(piece);
    yield piece;
  }
  const head = { title: `Turn ${turn}`, records: LINES } as ManifestHead;
  const said = { title: '', period: '', seal: '', complete: true, notes: [], sections: [] };
  const parts = {
    options,
    columns: [column],
    currencyAt: undefined,
    lines: lines(),
    lineCount: LINES,
    outline: null,
    head: said,
  };
  // Every other one is signed: a signature must go with the file it is of.
  await writeExport({ path }, { ...parts, sums: () => sums.result() }, head, turn % 2 === 0 ? signer : undefined);
  if (turn === 1) process.stdout.write('written\n');
}
