/** What a workspace's own stores are refused for. */
export const workspaceTexts = {
  addressKept: (reason: string) =>
    `The address kept in this workspace is none a key may be sent to (${reason.replace(/\.$/, '')})`,
} as const;
