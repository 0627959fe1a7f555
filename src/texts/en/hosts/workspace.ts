/** Reasons why a workspace's own stores are refused. */
export const workspaceTexts = {
  addressKept: (reason: string) =>
    `The address stored in this workspace is not one that a key may be sent to (${reason.replace(/\.$/, '')})`,
} as const;
