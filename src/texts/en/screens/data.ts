/** English for the Data screen: coverage, the running sync, what each way of verifying costs, the key, and the data's folder. */
import { plural, records, requests } from '../counts.ts';

export const dataTexts = {
  tiles: {
    records: 'Records held',
    ofTotal: (total: string) => `of ${total}`,
    all: 'all the service has',
    asInFile: 'as the file has it',
    totalUnknown: 'the total is not known yet',
    asOf: 'As of',
    never: 'Not refreshed yet',
    later: 'Later entries are not here yet.',
    anomalies: 'Unreadable values',
    anomaliesNone: 'every value could be read',
    anomaliesSome: 'kept as received, shown with a tag',
    requests: 'Requests tried from here today',
    left: (left: string, time: string) => `at most ${left} left · resets ${time}`,
    usedUp: (time: string) => `none left · resets ${time}`,
    changeLimit: (limit: string) => `Daily limit ${limit}: change`,
    limitLabel: 'Requests a day',
    limitHelp:
      'The service never tells the limit: enter the one you were given. A thousand are usual. Colleagues who share the key spend from the same. A request counts here before it is sent, whether or not it arrives: the service may have counted one that brought no answer.',
    limitBad: 'A whole number from 1 to a million.',
    keepLimit: 'Keep',
  },

  quota: {
    /** The key is used up, and not by this computer alone. */
    elsewhere: (limit: string, used: string, moment: string, reset: string) =>
      `The service says the key’s requests are used up, yet this computer tried ${used} of the ${limit} that are set here: someone else uses this key, or it was given fewer. Everything here works, as of ${moment}. Next refresh ${reset}.`,
    used: (limit: string, used: string, moment: string, reset: string) =>
      `The key’s ${limit} requests are used up; this computer tried ${used}. Everything here works, as of ${moment}. Next refresh ${reset}.`,
    soFar: 'the last page fetched',
  },

  run: {
    modes: {
      download: 'First download',
      refresh: 'Refresh',
      full: 'Reading everything again',
      audit: 'Counting month by month',
    },
    progress: (held: string, total: string) => `${held} of ${records(total)}`,
    spent: (count: string) => `${requests(count)} spent`,
    pause: 'Pause',
    pausing: 'Pausing…',
    pauseDetail: 'Stores the page that is on its way, then waits for you. Nothing is fetched twice.',
    cancel: 'Cancel',
    cancelDetail:
      'Stops at once. What was stored is kept; the one request on its way is dropped, and nothing resumes by itself.',
    goOn: 'Continue',
    paused: 'Paused',
    pausedDetail: 'Everything fetched is kept. Nothing is requested until you continue.',
    resumes: (moment: string) => `Continues by itself at ${moment}`,
    resumesDetail: 'What was fetched is kept. If this program is closed then, it continues when it is next opened.',
    looksAgain: 'The counts changed while they were compared: it looks again then, if this program is open.',
    refused: 'Try again later; if it always refuses to filter or sort, “Read by list” under “Advanced” still works.',
    enterKey: 'Enter another key',
    notByItself: 'Not by itself',
    unverified: 'Not verified yet',
    unverifiedDetail:
      'Every record was read, but the service’s counts did not confirm it: records were changing meanwhile, or its search lags behind. Figures say “so far” until a look agrees.',
    unverifiedRefresh:
      'Everything that changed was read, but the service’s counts did not confirm it: records were changing meanwhile, or its search lags behind. Figures stay as of the last complete state until a look agrees.',
    lookAgain: 'Look again',
    begun: 'Started, not complete yet',
    begunDownload: 'The first download was started. It continues where it stopped; nothing is fetched twice.',
    begunRefresh: 'A refresh was started and is not complete. It continues where it stopped.',
    waiting: (count: string) => `${plural(count, 'newer change', 'newer changes')} waiting`,
    waitingDetail: 'Figures stay as they are until the refresh is complete; then all of it is shown at once.',
    readAll: 'Read all of it',
    empty: 'Nothing here yet',
    emptyDetail: 'The first download brings every record once. Looking at them costs nothing.',
    last: (mode: string, outcome: string, spent: string) => `Last: ${mode}, ${outcome}, ${spent}.`,
    outcome: { complete: 'complete', partial: 'not complete yet' },
  },

  coverage: {
    title: 'Coverage',
    sub: 'by recorded month, tall months have more records',
    list: 'Months',
    label: (month: string, held: string, state: string) => `${month}: ${records(held)}, ${state}`,
    noMonth: 'without month',
    state: {
      complete: (moment: string) => `Complete as of ${moment}: everything the service had of it is here.`,
      read: 'Read to its last page. It counts as complete when the closing count of the download agrees.',
      reading: 'Being read: more may come.',
      soFar: 'Some of it is here, the rest has not been read yet.',
      missing: 'Not here yet.',
      noMonth: 'Records without a recorded month come with the oldest part.',
    },
    held: (count: string) => `${records(count)} here`,
    fetch: (month: string, most: string) => `Fetch ${month} · at most ${requests(most)}`,
    fetchOpen: (month: string) => `Fetch ${month} · 1 or more requests`,
    fetchDetail: 'This month is read first, then it stops. Months out of order can cost a request or two more in all.',
    askHowMany: 'Ask how many it has · 1 request',
    serviceTotal: (total: string) => `The service has ${records(total)} of it.`,
    rest: (price: string) => `Fetch everything · ${price}`,
    compare: 'Compare the count · 1 request',
    compared: (held: string, total: string) => `Here ${held}, the service says ${total}.`,
    comparedEqual: 'They agree.',
    comparedDiffer: 'They differ: something changed since. A refresh brings it.',
    openRecords: 'Show its records',
    fetched: (month: string, received: string, spent: string) => `${month}: ${records(received)} received · ${spent}`,
    parts: 'Parts of the download',
    span: 'Months',
    heldHead: 'Held',
    total: 'Total',
    stateHead: 'State',
    states: {
      complete: 'complete',
      read: 'read, not verified',
      reading: 'being read',
      soFar: 'so far',
      missing: 'missing',
    },
    earlierAnd: 'and earlier, or',
    laterAnd: 'and later',
  },

  actions: {
    title: 'Advanced',
    sub: 'what more certainty costs; nothing is spent before you press',
    show: 'Show the advanced actions',
    hide: 'Hide the advanced actions',
    action: 'Action',
    cost: 'Costs',
    left: 'Left by our count',
    tooDear: (left: string) =>
      `More than today’s ${left} left: it would stop, keep what it has and continue after the reset.`,
    refresh: {
      name: 'Refresh',
      why: 'What is new or changed since, proven by the service’s own total.',
      do: 'Refresh',
    },
    ask: {
      name: 'Ask for the price',
      why: 'One request tells how many records there are. Its page is kept.',
      do: 'Ask',
    },
    verify: {
      name: 'Compare the count',
      why: 'Records here against the service’s total, nothing more.',
      do: 'Compare',
    },
    audit: {
      name: 'Count month by month',
      why: 'Finds records that vanished or moved, even where the total agrees.',
      do: 'Count',
    },
    full: { name: 'Read everything again', why: 'Compares every single record with the service.', do: 'Read again' },
    scrub: {
      name: 'Read a slice of old records again',
      why: 'With the next refresh: finds what counts cannot see. All of it within a month.',
      do: 'Read a slice',
    },
    list: {
      name: 'Read by list',
      why: 'Only for a service that refuses to filter or sort: it has no shortcuts, each refresh reads everything.',
      do: 'Read by list…',
    },
    listTitle: 'Read everything by list?',
    listWhy:
      'The ordinary way asks the service’s search for what is new. Where the service refuses that, the list operation still answers: page after page, 100 records each, with no total and no dates.',
    listCost: (price: string, left: string, reset: string) =>
      `It costs ${price}, this time and each time. At most ${left} are left today, reset ${reset}.`,
    listCostOpen: (left: string, reset: string) =>
      `The price cannot be known beforehand: one request for every 100 records, this time and each time. At most ${left} are left today, reset ${reset}.`,
    listInstead: 'If Refresh works, it is cheaper and proves more.',
    listDo: (price: string) => `Read by list · ${price}`,
    verified: (held: string, total: string) => `Held ${held}, the service says ${total}.`,
    verifiedEqual: 'They agree.',
    verifiedDiffer: 'They differ: refresh to find out why.',
  },

  key: {
    title: 'Key',
    places: {
      none: 'No key. What is here can be looked at; refreshing needs one.',
      keychain: 'In your system’s keychain. No screen shows it and no file holds it.',
      memory: 'Kept for this run only: this system has no keychain. Nothing is written to a file.',
      'built-in': 'The sample’s own key. It opens nothing but the sample.',
    },
    replace: 'Replace',
    enter: 'Enter a key',
    new: 'New key',
    keep: 'Keep and test · 1 request',
    forget: 'Forget',
    forgetQuestion: 'Forget the key? What was downloaded stays; refreshing needs the key again.',
    forgotten: 'The key is forgotten.',
    kept: 'The key works and is stored.',
    test: 'Test · 1 request',
    works: 'The key works.',
  },

  place: {
    title: 'Where it is stored',
    directory: 'Data directory',
    address: 'Service',
    sample: 'Invented records, no key needed',
    zone: 'Time zone',
    version: 'Version',
    detail: 'Data stays on this computer. This app cannot change your CRM.',
    save: 'Save as a file',
    saveDetail:
      'Records, names, settings, earlier changes and sent files in one file for another computer. Never the key; “Address of a record” and “Requests a day” stay here too.',
    saved: (file: string, count: string) => `Saved ${file} · ${records(count)}`,
    sign: 'Sign the file',
    open: 'Open a saved file…',
  },

  file: {
    saving: (done: string, total: string) => `${done} of ${total} records saved`,
    loading: (done: string, total: string) => `${done} of ${total} records read`,
    cancel: 'Cancel saving',
  },

  load: {
    badName: (name: string) => `The name ${name} cannot be used here: rename the file, and its manifest alike`,
    title: 'Open a saved workspace',
    detail: 'It opens beside what is here and costs no request. Refreshing it needs a key for its service.',
    file: 'File',
    choose: 'Choose a file…',
    chooseAnother: 'Choose another file.',
    chooseAndOpen: 'Choose and open…',
    name: 'Name here',
    nameHelp: 'Any text that is not in use yet.',
    open: 'Open',
    opened: (count: string, state: string) =>
      `${records(count)} opened, ${state}. No request was spent. “Address of a record” and “Requests a day” are not part of a file: set them in Settings.`,
    complete: 'complete as the file has it',
    partial: 'so far',
    signedBy: (fingerprint: string, own: boolean) =>
      ` Signed by ${fingerprint}, ${own ? 'the key of this app' : 'a key this app does not know'}.`,
    tooLarge: 'The file is too large for a page to send: open it from the terminal',
  },

  damaged: {
    title: 'The data file is damaged',
    elsewhere: 'Repair it on the Data screen',
    offer: 'Set the file aside and download again',
    question: 'Set the data file aside?',
    what: 'The file is renamed and stays where it is: nothing is deleted. An empty one takes its place.',
    price: (count: string, price: string, left: string, reset: string) =>
      `Downloading ${records(count)} again costs ${price}. At most ${left} are left today, reset ${reset}; what does not fit today follows after the reset.`,
    priceOpen: (left: string, reset: string) =>
      `How many records there are is no longer known: one request finds out, then the price is shown. At most ${left} are left today, reset ${reset}.`,
    asideOnly: 'Set aside only',
    both: (price: string) => `Set aside and download · ${price}`,
    done: (file: string) => `Set aside as ${file}.`,
    doneNone: 'An empty data file was created.',
  },
} as const;

// English for how thoroughly records are fetched, beyond what changed.

export const syncWords = {
  usualPrice: 'The usual price: more where much has changed or disappeared since, or a request has to be sent again.',
  listPrice: 'By the list every sync costs the same: a hundred records a request, and all of them each time.',
  scrubLeftOut: {
    incomplete: 'No slice of old records was read: the first download is not complete yet.',
    today: 'No slice of old records was read: today’s was already read.',
    begun: 'No slice of old records was read: an unfinished refresh came first.',
    budget: 'No slice of old records was read: too few requests were left for it and the refresh.',
  },
};
