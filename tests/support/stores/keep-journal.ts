/** Run as a process of its own: owns a journal and changes it endlessly, printing each change once it is durable, until it is killed. */
import { openJournal } from '#electron/journal/journal.ts';

const [path = '', from = '0'] = process.argv.slice(2);
const journal = openJournal(path, { copyClock: () => Date.now() });
if (journal.damage) process.stdout.write(`damaged ${JSON.stringify(journal.damage)}\n`);
for (let number = Number(from); ; number += 1) {
  const entry = { name: `Person ${number}`, team: null, weeklyHours: null, activeFrom: null, activeTo: null };
  // Several rows of one change: all of them or none.
  const ids = Array.from({ length: 1 + (number % 60) }, (_, index) => String(index));
  journal.saveNames({ owners: Object.fromEntries(ids.map((id) => [id, entry])), objects: {} });
  journal.saveSetting('last', number);
  process.stdout.write(`kept ${number}\n`);
}
