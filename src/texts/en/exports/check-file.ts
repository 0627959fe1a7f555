/** English for the dialog that checks an exported file. */

export const checkFileTexts = {
  open: 'Check a file…',
  title: 'Check a file',
  about:
    'Does a file or a zip that was exported match its manifest, does it add up, who signed it, and is it the same when it is written again from the records here? Nothing is sent to the service.',
  /** In the page, which cannot look beside a file itself. */
  zone: 'Drop the file here, with its .manifest.json where there is one and, if it is signed, its .sig',
  choose: 'Choose files…',
  another: 'Check another file…',
  /** In a window of its own, where the program finds the manifest beside the file. */
  chooseOne: 'Choose file…',
  manifestBeside:
    'Its manifest and signature are looked for in the same folder. A pack in a folder is checked from the terminal.',
  checking: 'Checking…',
  changed: 'What changed since it was sent?',
  /** Sentences without their full stop. */
  noFileAmong: (name: string) => `${name} is only a manifest or a signature: choose the file that it belongs to, too`,
  several: (one: string, other: string) =>
    `${one} and ${other} were chosen: choose one file, with what belongs to it, at a time`,
  otherManifest: (name: string, file: string) => `${name} does not belong to ${file}: choose ${file}.manifest.json`,
  noFolder: (name: string) => `${name} is a folder: choose files, or check a pack in a folder from the terminal`,

  verdicts: {
    good: 'Matches its manifest, and the same when written again',
    changed: 'Changed: do not rely on it',
    'wrongly-signed': 'Not signed as it should be: do not rely on it',
    differs: 'Written again, it is different: do not rely on it',
    unknown: 'Nothing in it is wrong, but it could not be compared with what this computer writes',
    stranger: 'Signed by another key: compare the fingerprint with the sender’s',
    'as-then': 'It is what the records gave when it was written; today they give another file',
    known: 'This computer wrote it',
    foreign: 'Nothing is known of it: this computer did not write it, and no manifest is beside it',
    renamed: 'Written under another name: make sure that it is the file you mean',
  },
  facts: {
    file: 'File',
    format: 'Format',
    sha256: 'SHA-256',
    files: 'Files',
    asOf: 'Records here',
  },
} as const;
