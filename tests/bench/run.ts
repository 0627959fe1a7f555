/** The benches' one door: `npm run bench -- sync|query|page|table|start|pivot|export|service|memory|names|tests|ways [flags]`; README.md says what they measure and how. */
import { parseOptions } from '../support/parse-options.ts';
import { benchExport, contestants as writers } from './export/bench.ts';
import { benchMemory } from './memory.ts';
import { benchNames } from './names.ts';
import { benchPage } from './page/bench.ts';
import { benchPivot } from './pivot/bench.ts';
import { benchQuery } from './query/bench.ts';
import { contestants } from './query/questions.ts';
import { benchService, parts as serviceParts } from './service/bench.ts';
import { benchStart } from './start.ts';
import { benchSync } from './sync/bench.ts';
import { benchTable } from './table/bench.ts';
import { listSlowTests } from './tests.ts';
import { contestants as downloaders } from './sync/job.ts';
import { benchWays } from './ways.ts';

const USAGE = `npm run bench -- sync  [--records 60000] [--latency 50] [--rounds 3] [--only app,bare,search,list|remembered] [--refresh 30000|0]
                       [--vanished 200000] [--profile FOLDER]
npm run bench -- query [--records 1000000] [--rounds 7] [--folder FOLDER] [--only snapshot,sqlite,arrays,presets,search]
npm run bench -- page [--records 1000000] [--changes 40] [--folder FOLDER] [--only people,clients,months,timesheet,Overview] [--detail]
npm run bench -- table [--records 1000000] [--rounds 3] [--folder FOLDER]
npm run bench -- start [--records 1000000] [--rounds 5] [--folder FOLDER]
npm run bench -- pivot [--rows 3000] [--columns 53] [--rounds 3]
npm run bench -- export [--records 200000] [--columns 25] [--rounds 3] [--folder FOLDER] [--only ${Object.keys(writers).join(',')}] [--with FOLDER of exceljs]
npm run bench -- service [--records 24000] [--rows 200000] [--rounds 5] [--requests 100000] [--only ${Object.keys(serviceParts).join(',')}]
npm run bench -- memory [--records 200000] [--rounds 10] [--folder FOLDER]
npm run bench -- names [--rows 100000] [--rounds 3]
npm run bench -- tests
npm run bench -- ways [--detail]`;

const { positionals, values } = parseOptions({
  allowPositionals: true,
  options: {
    records: { type: 'string' },
    latency: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    refresh: { type: 'string' },
    vanished: { type: 'string' },
    profile: { type: 'string' },
    folder: { type: 'string' },
    rows: { type: 'string' },
    requests: { type: 'string' },
    columns: { type: 'string' },
    changes: { type: 'string' },
    with: { type: 'string' },
    detail: { type: 'boolean' },
  },
});

function number(
  name: 'records' | 'latency' | 'rounds' | 'refresh' | 'vanished' | 'rows' | 'requests' | 'columns' | 'changes',
  otherwise: number,
): number {
  const value = Number(values[name] ?? otherwise);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

/** What `--only` may name; a name that is none would measure nothing and look like success. */
const parts: Readonly<Record<string, readonly string[]>> = {
  sync: [...downloaders, 'remembered'],
  query: [...contestants, 'presets', 'search'],
  export: Object.keys(writers),
  service: Object.keys(serviceParts),
  page: ['people', 'clients', 'months', 'timesheet', 'Overview'],
};

const only = values.only?.split(',');
const known = parts[positionals[0] ?? ''] ?? [];
for (const each of only ?? []) {
  if (!known.includes(each)) throw new RangeError(`--only takes ${known.join(', ') || 'nothing here'}`);
}
switch (positionals[0]) {
  case 'sync':
    await benchSync({
      records: number('records', 60_000),
      latencyMilliseconds: number('latency', 50),
      rounds: Math.max(1, number('rounds', 3)),
      refreshRecords: number('refresh', 30_000),
      vanishedRecords: number('vanished', 200_000),
      only,
      profile: values.profile,
    });
    break;
  case 'memory':
    await benchMemory({
      records: number('records', 200_000),
      rounds: Math.min(100, Math.max(2, number('rounds', 10))),
      folder: values.folder,
    });
    break;
  case 'names':
    await benchNames({ rows: number('rows', 100_000), rounds: Math.max(1, number('rounds', 3)) });
    break;
  case 'query':
    await benchQuery({
      records: number('records', 1_000_000),
      rounds: Math.max(1, number('rounds', 7)),
      folder: values.folder,
      only,
    });
    break;
  case 'page':
    await benchPage({
      records: number('records', 1_000_000),
      changes: Math.max(1, number('changes', 40)),
      folder: values.folder,
      only,
      detail: values.detail === true,
    });
    break;
  case 'table':
    await benchTable({
      records: number('records', 1_000_000),
      rounds: Math.max(1, number('rounds', 3)),
      folder: values.folder,
    });
    break;
  case 'start':
    await benchStart({
      records: number('records', 1_000_000),
      rounds: Math.max(1, number('rounds', 5)),
      folder: values.folder,
    });
    break;
  case 'pivot':
    await benchPivot({
      rows: number('rows', 3000),
      columns: number('columns', 53),
      rounds: Math.max(1, number('rounds', 3)),
    });
    break;
  case 'export':
    await benchExport({
      records: number('records', 200_000),
      columns: number('columns', 25),
      rounds: Math.max(1, number('rounds', 3)),
      folder: values.folder,
      only,
      packages: values.with,
    });
    break;
  case 'service': {
    const options = {
      records: number('records', 24_000),
      many: number('rows', 200_000),
      requests: number('requests', 100_000),
      rounds: Math.max(1, number('rounds', 5)),
    };
    if (!(await benchService(options, only))) process.exitCode = 1;
    break;
  }
  case 'tests':
    if (!listSlowTests()) process.exitCode = 1;
    break;
  case 'ways':
    await benchWays(values.detail ?? false);
    break;
  case undefined:
  default:
    console.log(USAGE);
    process.exitCode = 2;
}
