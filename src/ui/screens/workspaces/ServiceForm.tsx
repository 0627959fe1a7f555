/** Connects to a service with an address and a key, typed or found in a pasted email. One request tests them before anything is stored. */
import { Alert, Button, PasswordInput, Textarea, TextInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ClipboardEvent } from 'react';
import type { WorkspaceState } from '#contract/api.ts';
import { readInvitation, type Invitation } from '#domain/read-invitation.ts';
import { foldName, numberName, readWorkspaceTitle, toWorkspaceName } from '#domain/name-schema.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { call, explainFailure, findFailedField } from '#ui/data/client.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { enterWorkspace } from './entering.ts';

const texts = uiTexts.connect;

export interface ServiceFormProps {
  /** The workspace to connect; absent for a new one, whose name the form asks for. */
  readonly name?: string;
  readonly address?: string;
  readonly taken?: readonly string[];
  readonly onConnected?: (workspace: WorkspaceState) => void;
}

export function ServiceForm({ name: ownName, address = '', taken = [], onConnected }: ServiceFormProps) {
  const client = useQueryClient();
  const { keychainAvailable } = useWorkspace();
  const [baseUrl, setBaseUrl] = useState(address);
  const [key, setKey] = useState('');
  const [typedName, setTypedName] = useState<string>();
  const [foundInMail, setFoundInMail] = useState<string>();
  const addressField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const name = ownName ?? typedName ?? nameAfterHost(baseUrl.trim(), taken);
  const connect = useMutation({
    mutationFn: () => call('workspace.connect', { name, baseUrl: baseUrl.trim(), key: key.trim() }),
    onSuccess: async (state) => {
      await enterWorkspace(client, state);
      onConnected?.(state);
    },
    onError: (error) => {
      const field = findFailedField(error);
      if (field) (field === 'key' ? keyField : addressField).current?.select();
    },
  });
  const take = (text: string) => {
    const invitation = readInvitation(text);
    if (invitation.address !== undefined) setBaseUrl(invitation.address);
    if (invitation.key !== undefined) setKey(invitation.key);
    setFoundInMail(describeFound(invitation));
    connect.reset();
    const next = invitation.address === undefined ? addressField : invitation.key === undefined ? keyField : submit;
    // Waits until the fields are filled, because a disabled button cannot be focused.
    requestAnimationFrame(() => next.current?.focus());
  };
  /** A pasted email arrives at once. A single letter is the start of a typed address, which continues in its field. */
  const read = (text: string) => {
    if (text.length > 1) return take(text);
    setBaseUrl((typed) => `${typed}${text}`);
    setFoundInMail(undefined);
    addressField.current?.focus();
  };
  /** Reads multiple words, or an address with a path, like a pasted email. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim();
    if (!/\s/.test(text) && !/^https?:\/\/[^/]+\/./i.test(text)) return;
    event.preventDefault();
    take(text);
  };
  const failure = connect.error && explainFailure(connect.error);
  const invalidField = findFailedField(connect.error);
  const nameProblem = name === '' || ownName !== undefined ? undefined : checkName(name, taken);
  return (
    <Stack component="form" onSubmit={handleSubmit(() => connect.mutate())}>
      <Textarea
        label={workspacesTexts.add.paste}
        description={workspacesTexts.add.pasteHelp}
        // The text may contain the key, so it is not stored.
        value=""
        onChange={(event) => read(event.currentTarget.value)}
        rows={1}
        autoComplete="off"
        spellCheck={false}
        data-testid="paste-mail"
      />
      {foundInMail !== undefined && (
        <Text
          component="output"
          inherit
          c="var(--ink-2)"
          fz="xs"
          style={{ overflowWrap: 'anywhere' }}
          data-testid="found-in-mail"
        >
          {foundInMail}
        </Text>
      )}
      <TextInput
        ref={addressField}
        label={texts.address}
        description={texts.addressHint}
        placeholder="https://…"
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
        onPaste={paste}
        error={invalidField === 'address'}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        ref={keyField}
        label={texts.key}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        onPaste={paste}
        error={invalidField === 'key'}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': texts.showKey }}
      />
      {ownName === undefined && (
        <TextInput
          label={workspacesTexts.add.name}
          description={workspacesTexts.add.nameHelp}
          value={name}
          error={nameProblem}
          onChange={(event) => setTypedName(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Text inherit c="var(--ink-2)" fz="xs">
        {keychainAvailable ? texts.keychain : texts.noKeychain}
      </Text>
      {failure && (
        <Alert color="bad" role="alert">
          <strong>{failure.title}.</strong> {failure.sentence} {failure.action}
        </Alert>
      )}
      <Button
        ref={submit}
        w="fit-content"
        mt="auto"
        type="submit"
        variant="filled"
        disabled={baseUrl.trim() === '' || key.trim() === '' || name === '' || nameProblem !== undefined}
        loading={connect.isPending}
      >
        {texts.action}
      </Button>
    </Stack>
  );
}

/** @param taken ids and titles. @returns the problem with a new name; undefined if it is valid */
export function checkName(name: string, taken: readonly string[]): string | undefined {
  const title = readWorkspaceTitle(name);
  if (title === undefined) return workspacesTexts.add.nameBad;
  return taken.some((takenName) => foldName(takenName) === foldName(title)) ? workspacesTexts.add.nameTaken : undefined;
}

/** Gives only the length of the key, because no screen shows it. */
function describeFound({ address, key }: Invitation): string {
  const { foundInMail } = workspacesTexts.add;
  if (address !== undefined && key !== undefined) return foundInMail.both(address, count(key.length));
  if (address !== undefined) return foundInMail.address(address);
  return key === undefined ? foundInMail.nothing : foundInMail.key(count(key.length));
}

/** @param taken names in use. @returns `default` if it is free, otherwise `saved`, `saved-2`, … */
export function chooseFreeName(taken: readonly string[]): string {
  return taken.includes('default') ? numberName('saved', taken) : 'default';
}

/** @returns a free name made from the host, such as `timelogs-example-com`; empty while there is no host. */
export function nameAfterHost(address: string, taken: readonly string[]): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host === '' ? '' : toWorkspaceName(host, taken);
}
