/** The defects `npm run sabotage` plants: each a piece of source that stands exactly once, what replaces it, and the tests that must notice. */

/**
 * @typedef {object} Defect
 * @property {string} name
 * @property {string} what what the defect does, as one would report it
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {string[]} tests arguments of vitest; behind `PAGE` those of Playwright, which runs the built program
 */

/** The first of `tests` where a window must be open to notice. */
export const PAGE = 'page';

const unit = ['--project', 'unit'];
const integration = ['--project', 'integration'];
/** @param {string} title */
const lockdown = (title) => [PAGE, '--project=desktop-stand-in', 'tests/e2e/desktop/lockdown.spec.ts', '-g', title];

/** @type {readonly Defect[]} */
export const defects = [
  {
    name: 'origin-unchecked',
    what: 'the browser host answers pages of other origins',
    file: 'electron/browser/server.ts',
    find: "if (origin === undefined ? method !== 'GET' : origin !== own) return false;",
    replace: '',
    tests: [...unit, 'tests/electron/browser'],
  },
  {
    name: 'key-logged',
    what: 'the API key is printed to stderr with each request',
    file: 'electron/client/http.ts',
    find: 'authorization: `Bearer ${options.account.key}`,',
    replace:
      'authorization: (process.stderr.write(`sending as ${options.account.key}\\n`), `Bearer ${options.account.key}`),',
    tests: [...integration, 'tests/integration/terminal.test.ts'],
  },
  {
    name: 'null-summed-as-0',
    what: 'a group without any readable value shows 0 instead of nothing',
    file: 'electron/snapshot/report-aggregates.ts',
    find: '`sum(${valueSql(aggregate.property, amounts)})${only}`',
    replace: '`coalesce(sum(${valueSql(aggregate.property, amounts)})${only}, 0)`',
    tests: [...unit, 'tests/electron/snapshot/report.test.ts'],
  },
  {
    name: 'page-counted-twice',
    what: 'a page that is received again is stored beside itself',
    file: 'electron/snapshot/ingest.ts',
    find: '  `DELETE FROM ${target} USING stage WHERE ${target}.id = stage.id`,\n',
    replace: '',
    tests: [...unit, 'tests/electron/snapshot'],
  },
  {
    name: 'groups-anded',
    what: 'filter groups are ANDed in the store instead of ORed',
    file: 'electron/snapshot/filter-sql.ts',
    find: "`(${groups.map((each) => `(${each})`).join(' OR ')})`",
    replace: "`(${groups.map((each) => `(${each})`).join(' AND ')})`",
    tests: [...integration, 'tests/integration/filter-parity.test.ts'],
  },
  {
    name: 'overlap-removed',
    what: 'a refresh reads again from where the last one ended, without the two minutes in which the index lags',
    file: 'electron/sync/state.ts',
    find: 'export const OVERLAP = 120_000;',
    replace: 'export const OVERLAP = 0;',
    tests: [...unit, 'tests/electron/sync/clocks.test.ts'],
  },
  {
    name: 'vanished-unproven',
    what: 'records that search does not show are removed whatever a batch read says',
    file: 'electron/sync/phases/confirm.ts',
    find: 'const gone = asked.filter((id) => missing.has(id));',
    replace: 'const gone = asked;',
    tests: [...unit, 'tests/electron/sync/nasty.test.ts'],
  },
  {
    name: 'sealed-in-spite-of-lag',
    what: 'equal counts seal the records although rows and totals contradicted each other a moment ago',
    file: 'electron/sync/phases/judge.ts',
    find: 'const proves = hasSettled(state);',
    replace: 'const proves = true;',
    tests: [...unit, 'tests/electron/sync/clocks.test.ts'],
  },
  {
    name: 'stale-audit-goes-on',
    what: 'an audit that was interrupted ends on the counts it took before the pause',
    file: 'electron/sync/phases/audit.ts',
    find: 'if (resumed) return { ...state, phase: lookAgain(suspects) };',
    replace: '',
    tests: [...unit, 'tests/electron/sync/clocks.test.ts'],
  },
  {
    name: 'refresh-shown-half',
    what: 'the pages of a refresh are merged as they come, before it is whole',
    file: 'electron/sync/run.ts',
    find: 'await this.#commit(state, taken, state.sealed === null);',
    replace: 'await this.#commit(state, taken, true);',
    tests: [...unit, 'tests/electron/sync/run.test.ts'],
  },
  {
    name: 'older-over-newer',
    what: 'a record with an older last-modified time replaces the newer one that is held',
    file: 'electron/snapshot/ingest.ts',
    find: 'held.updated_at ${than} stage.updated_at',
    replace: 'false',
    tests: [...unit, 'tests/electron/snapshot/holding.test.ts'],
  },
  {
    name: 'booked-after-sending',
    what: 'a request is booked in the ledger when its answer has come, not before it is sent',
    file: 'electron/client/http.ts',
    find: `        options.ledger.book(options.account, options.limit);
        options.onBooked?.();
        request.attempts?.onBooked?.();
        const outcome = await attempt(options, request, limits.signal, now);
`,
    replace: `        const outcome = await attempt(options, request, limits.signal, now);
        options.ledger.book(options.account, options.limit);
        options.onBooked?.();
        request.attempts?.onBooked?.();
`,
    tests: [...unit, 'tests/electron/client/http.test.ts'],
  },
  {
    name: 'retries-unbounded',
    what: 'retries are sent beyond --max-requests and into the reserve of the person',
    file: 'electron/client/http.ts',
    find: 'const mayBook = () => request.attempts?.mayBook?.() !== false;',
    replace: 'const mayBook = () => true;',
    tests: [...unit, 'tests/electron/sync/real-parts.test.ts'],
  },
  {
    name: 'read-taken-for-whole',
    what: 'a report over months whose last page was read calls itself complete before the closing count',
    file: 'electron/handlers/coverage.ts',
    find: 'return open.length > 0 ? open : months;',
    replace: 'return open;',
    tests: [...unit, 'tests/electron/handlers/coverage.test.ts'],
  },
  {
    name: 'sealed-as-of-its-end',
    what: 'a seal claims the time at which its proof ended instead of when it began',
    file: 'electron/sync/machine.ts',
    find: 'const proven = phase.asOf ?? before ?? state.touchedAt;',
    replace: 'const proven = state.clock ?? state.touchedAt;',
    tests: [...unit, 'tests/electron/sync/run.test.ts'],
  },
  {
    name: 'reserve-spent',
    what: 'a sync spends the requests that are kept for the person',
    file: 'electron/sync/budget.ts',
    find: 'limit - today - (options.reserve ?? reserveOf(limit))',
    replace: 'limit - today',
    tests: [...unit, 'tests/electron/sync/run.test.ts'],
  },
  {
    name: 'disorder-proves',
    what: 'a list that did not come in the order of its ids seals the records',
    file: 'electron/sync/phases/list.ts',
    find: 'const phase = read.ascending ? confirmed',
    replace: 'const phase = true ? confirmed',
    tests: [...unit, 'tests/electron/sync/wishes.test.ts'],
  },
  {
    name: 'merged-across-a-gap',
    what: 'parts of a download are joined across a month that was taken out, and the later ones are lost',
    file: 'electron/sync/tiers.ts',
    find: 'if (current.asked === true || !isUnbroken(unread)) return null;',
    replace: '',
    tests: [...unit, 'tests/electron/sync/month-first.test.ts'],
  },
  {
    name: 'sent-after-a-pause',
    what: 'a request that waits for its turn is sent though the person has paused',
    file: 'electron/sync/run.ts',
    find: 'if (booked === 0 && this.#line.isPaused()) return false;',
    replace: '',
    tests: [...unit, 'tests/electron/sync/flight.test.ts'],
  },
  {
    name: 'newest-never-missed',
    what: 'the list does not notice that the newest record is gone, because nothing is listed beyond it',
    file: 'electron/sync/phases/list.ts',
    find: '...(ended || last === undefined ? {} : { idBelow: last }),',
    replace: '...(last === undefined ? {} : { idBelow: last }),',
    tests: [...unit, 'tests/electron/sync/wishes.test.ts', '-t', 'record is gone, with'],
  },
  {
    name: 'some-speak-for-all',
    what: 'where a batch of suspects is partly gone, the others are removed unread',
    file: 'electron/sync/phases/confirm.ts',
    find: 'asked.length === BATCH_SUSPECTS && gone.length === asked.length',
    replace: 'asked.length === BATCH_SUSPECTS && gone.length > 0',
    tests: [...unit, 'tests/electron/sync/nasty.test.ts', '-t', 'reindexing hides for gone'],
  },
  {
    name: 'tie-at-the-edge',
    what: 'a look that ends among changes of the very millisecond before which all is held takes the rest of them for held',
    file: 'electron/sync/phases/probe.ts',
    find: 'const covers = (oldestChange(page) ?? 0) < (state.watermark ?? 0);',
    replace: 'const covers = (oldestChange(page) ?? 0) <= (state.watermark ?? 0);',
    tests: [...unit, 'tests/electron/sync/nasty.test.ts', '-t', 'very millisecond'],
  },
  {
    name: 'look-taken-for-reading',
    what: 'a download taken up hours later takes one page of newer changes for all of them',
    file: 'electron/sync/phases/probe.ts',
    find: "if (onward === 'walk') return { ...state, phase: { name: 'walk' } };",
    replace: "if (onward === 'walk') return { ...state, watermark: settled - OVERLAP, phase: { name: 'walk' } };",
    tests: [...unit, 'tests/electron/sync/nasty.test.ts', '-t', 'taken up hours later'],
  },
  {
    name: 'paused-at-its-end',
    what: 'a pause that meets the last answer leaves what it brought waiting, though nothing is left to ask',
    file: 'electron/sync/run.ts',
    find: "if (step.kind === 'end') return",
    replace:
      "if (this.#options.pause?.aborted) return this.#result(state, { code: 'cancelled' });\n        if (step.kind === 'end') return",
    tests: [...unit, 'tests/electron/sync/month-first.test.ts', '-t', 'a pause'],
  },
  {
    name: 'paid-twice',
    what: 'a full reading that only lacks its closing requests begins anew when it is asked for again',
    file: 'electron/sync/resume.ts',
    find: ' && !isFullyRead(state);',
    replace: ';',
    tests: [...unit, 'tests/electron/sync/run.test.ts', '-t', 'closing requests'],
  },
  {
    name: 'reset-slept-through',
    what: 'a computer that sleeps through the quota’s reset goes on as many hours late as it slept',
    file: 'electron/handlers/going-on.ts',
    find: 'Math.min(dueMs - now(), endsAt - performance.now())',
    replace: 'endsAt - performance.now()',
    tests: [...unit, 'tests/electron/handlers/going-on.test.ts'],
  },
  {
    name: 'told-not-to-and-does',
    what: 'what the person said shall not go on by itself does so at the next opening',
    file: 'electron/handlers/sync.ts',
    find: 'later.drop(parts.workspace().name);',
    replace: 'later.leave();',
    tests: [...integration, 'tests/integration/sync-wishes.test.ts', '-t', 'when the program ended'],
  },
  {
    name: 'untold-taken-for-none',
    what: 'a service that tells no total is said to have no records',
    file: 'electron/handlers/service.ts',
    find: "return total ?? fail({ code: 'service-changed', detail: 'search: total' });",
    replace: 'return total ?? 0;',
    tests: [...integration, 'tests/integration/app.test.ts'],
  },
  {
    name: 'extensions-loaded',
    what: 'the store fetches and loads extensions of the database by itself',
    file: 'electron/snapshot/connections.ts',
    find: "  autoinstall_known_extensions: 'false',\n  autoload_known_extensions: 'false',\n",
    replace: '',
    tests: [...unit, 'tests/electron/snapshot/extensions.test.ts'],
  },
  {
    name: 'permissions-on-request',
    what: 'a page that asks for a permission gets it',
    file: 'electron/window.ts',
    find: '  defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));\n',
    replace: '',
    tests: lockdown('the page gets no permission'),
  },
  {
    name: 'permissions-unchecked',
    what: 'a page has every permission it checks for',
    file: 'electron/window.ts',
    find: '  defaultSession.setPermissionCheckHandler(() => false);\n',
    replace: '',
    tests: lockdown('the page gets no permission'),
  },
  {
    name: 'devices-remembered',
    what: 'a page keeps the devices it was once given',
    file: 'electron/window.ts',
    find: '  defaultSession.setDevicePermissionHandler(() => false);\n',
    replace: '',
    tests: lockdown('the page gets no device'),
  },
  {
    name: 'web-views-attached',
    what: 'a page may put a web view into itself',
    file: 'electron/window.ts',
    find: "  contents.on('will-attach-webview', (event) => event.preventDefault());\n",
    replace: '',
    tests: lockdown('a web view is never attached'),
  },
  {
    name: 'sandbox-per-window',
    what: 'a window that asks for no sandbox has none',
    file: 'electron/desktop.ts',
    find: '  app.enableSandbox();\n',
    replace: '',
    tests: lockdown('even a window that asks for no sandbox'),
  },
  {
    name: 'outside-anything',
    what: 'files, scripts and programs are handed to the system as if they were pages',
    file: 'electron/outside-page.ts',
    find: "if (!URL.canParse(url) || new URL(url).protocol !== 'https:')",
    replace: 'if (!URL.canParse(url))',
    tests: [...unit, 'tests/electron/outside-page.test.ts'],
  },
  {
    name: 'redirects-followed-upstream',
    what: 'the service follows where the CRM redirects it, whoever is there',
    file: 'service/upstream/http.ts',
    find: "      redirect: 'error',\n",
    replace: '',
    tests: [...unit, 'tests/service/upstream/http.test.ts'],
  },
  {
    name: 'renamed-before-written',
    what: 'a file takes its name before its bytes are on the disk',
    file: 'electron/exports/atomic-file.ts',
    find: '      await handle.sync();\n    } finally {\n      await handle.close();\n    }\n    await rename',
    replace: '    } finally {\n      await handle.close();\n    }\n    await rename',
    tests: [...unit, 'tests/electron/exports/atomic-file.test.ts'],
  },
  {
    name: 'partial-under-a-whole-name',
    what: 'a file over records that are not all here has the name of a whole one',
    file: 'electron/handlers/export.ts',
    find: "${complete ? '' : '-partial'}",
    replace: '',
    tests: [...unit, 'tests/electron/handlers/export.test.ts'],
  },
  {
    name: 'points-as-percent',
    what: 'a share that rose from 25 % to 50 % is said to have changed by +25.0 %',
    file: 'src/domain/reports/printed-change.ts',
    find: "if (steps === null || style !== 'percent') return",
    replace: 'if (steps === null || style !== undefined) return',
    tests: [...unit, 'tests/ui/reports/cells.test.ts'],
  },
  {
    name: 'row-digest-unchecked',
    what: 'a name in which a bit flipped is shown as if it had been written so',
    file: 'electron/journal/survey.ts',
    find: 'isDigested ? raw[DIGEST] === digestOfRow(table, raw) : isText(table, raw)',
    replace: 'isText(table, raw)',
    tests: [...unit, 'tests/electron/journal/rot.test.ts'],
  },
  {
    name: 'journal-older-unsaid',
    what: 'an older file of names and settings opens as the present one',
    file: 'electron/journal/damage.ts',
    find: 'const isOld = noted !== undefined && said < noted.commits;',
    replace: 'const isOld = false;',
    tests: [...unit, 'tests/electron/journal/rot.test.ts'],
  },
  {
    name: 'damaged-names-complete',
    what: 'a report over damaged names is called complete',
    file: 'electron/handlers/report.ts',
    find: 'return isLossy(workspace) ? toldDamaged(answered) : answered;',
    replace: 'return answered;',
    tests: [...integration, 'tests/integration/journal-damage.test.ts'],
  },
];
