/** Reasons why a workspace's own stores are refused. */
export const workspaceTexts = {
  /** What it is called where its own name says nothing. */
  titles: { sample: 'Sample firm', new: 'New workspace' },
  sampleRecords: 'the sample records',
  noAddress: 'This workspace has no address yet: give --base-url.',
  notEmpty: (name: string) => `The workspace ${name} has an address or data already: name a new one`,
  forked: (name: string) =>
    `The workspace ${name} and the file remember different pasts since one was made of the other, so one of them would be lost: load the file under another name`,
  commonRemoved: (name: string) =>
    `What the workspace ${name} and the file have in common was removed from one of them, as its settings have it, so nothing shows that they belong together: load the file under another name`,
  removedThere: (name: string) =>
    `The workspace ${name} remembers more of the past than the file does, which would be lost: load the file under another name`,
  removedHere: (name: string) =>
    `What the file remembers and the workspace ${name} does not was removed here, as the settings have it: load the file under another name to see it`,
  nothingNew: (name: string) => `The workspace ${name} remembers all that the file does: nothing was loaded`,
  onlyOne: 'This is the only workspace: open another one first',
  noWorkspace: (name: string) => `There is no workspace ${name}`,
  name: 'A workspace name is any text of 1 to 200 visible characters.',
  taken: (title: string) => `There is a workspace called “${title}” already: choose another name`,
  sampleKey: 'The sample records need no key of yours',
  addressKept: (reason: string) =>
    `The address stored in this workspace is not one that a key may be sent to (${reason.replace(/\.$/, '')})`,
} as const;
