/** Connects a service: address and key, typed or found in a pasted mail, tested with one request before anything is stored. */
import { Button, PasswordInput, Textarea, TextInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ClipboardEvent } from 'react';
import type { WorkspaceState } from '#contract/api.ts';
import { readInvitation, type Invitation } from '#domain/read-invitation.ts';
import { foldName, numberName, readWorkspaceTitle, toWorkspaceName } from '#domain/name-schema.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call, failureText, fieldOfFailure } from '#ui/data/client.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { enterWorkspace } from './entering.ts';
import classes from './WorkspacesScreen.module.css';

const texts = uiTexts.connect;

export interface ServiceFormProps {
  /** The workspace that is connected; absent: a new one, whose name is asked for. */
  readonly name?: string;
  readonly address?: string;
  /** Names in use. */
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
  const name = ownName ?? typedName ?? nameOfAddress(baseUrl.trim(), taken);
  const connect = useMutation({
    mutationFn: () => call('workspace.connect', { name, baseUrl: baseUrl.trim(), key: key.trim() }),
    onSuccess: async (state) => {
      await enterWorkspace(client, state);
      onConnected?.(state);
    },
    onError: (error) => {
      const field = fieldOfFailure(error);
      if (field) (field === 'key' ? keyField : addressField).current?.select();
    },
  });
  const take = (text: string) => {
    const invitation = readInvitation(text);
    if (invitation.address !== undefined) setBaseUrl(invitation.address);
    if (invitation.key !== undefined) setKey(invitation.key);
    setFoundInMail(sayFound(invitation));
    connect.reset();
    const next = invitation.address === undefined ? addressField : invitation.key === undefined ? keyField : submit;
    // Once what was found is in the fields: a disabled button takes no focus.
    requestAnimationFrame(() => next.current?.focus());
  };
  /** A mail comes as one piece; who types letter by letter types the address, and goes on in its field. */
  const read = (text: string) => {
    if (text.length > 1) return take(text);
    setBaseUrl((typed) => `${typed}${text}`);
    setFoundInMail(undefined);
    addressField.current?.focus();
  };
  /** Several words, or an address with a path: more than the field is for. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim();
    if (!/\s/.test(text) && !/^https?:\/\/[^/]+\/./i.test(text)) return;
    event.preventDefault();
    take(text);
  };
  const failure = connect.error && failureText(connect.error);
  const failed = fieldOfFailure(connect.error);
  const nameProblem = name === '' || ownName !== undefined ? undefined : checkName(name, taken);
  return (
    <Stack
      component="form"

      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate();
      }}
    >
      <Textarea
        label={workspacesTexts.add.paste}
        description={workspacesTexts.add.pasteHelp}
        // It may hold the key: nothing of it is kept.
        value=""
        onChange={(event) => read(event.currentTarget.value)}
        rows={1}
        autoComplete="off"
        spellCheck={false}
        data-testid="paste-mail"
      />
      {foundInMail !== undefined && (
        <output className={classes.found} data-testid="found-in-mail">
          {foundInMail}
        </output>
      )}
      <TextInput
        ref={addressField}
        label={texts.address}
        description={texts.addressHint}
        placeholder="https://…"
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
        onPaste={paste}
        error={failed === 'address'}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        ref={keyField}
        label={texts.key}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        onPaste={paste}
        error={failed === 'key'}
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
      <p className={classes.assurance}>{keychainAvailable ? texts.keychain : texts.noKeychain}</p>
      {failure && (
        <div className={classes.serviceFailure} role="alert">
          <strong>{failure.title}.</strong> {failure.sentence} {failure.action}
        </div>
      )}
      <Button
        ref={submit}
        className={classes.serviceAction}
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

/** @param taken ids and titles. @returns what is wrong with a new name */
export function checkName(name: string, taken: readonly string[]): string | undefined {
  const title = readWorkspaceTitle(name);
  if (title === undefined) return workspacesTexts.add.nameBad;
  return taken.some((takenName) => foldName(takenName) === foldName(title)) ? workspacesTexts.add.nameTaken : undefined;
}

/** The key is told by its length: no screen shows it. */
function sayFound({ address, key }: Invitation): string {
  const { foundInMail } = workspacesTexts.add;
  if (address !== undefined && key !== undefined) return foundInMail.both(address, count(key.length));
  if (address !== undefined) return foundInMail.address(address);
  return key === undefined ? foundInMail.nothing : foundInMail.key(count(key.length));
}

/** Names of workspaces that are still free. Pure. */

/** @param taken names in use. @returns `default`, else `saved`, `saved-2`, … */
export function freeName(taken: readonly string[]): string {
  return taken.includes('default') ? numberName('saved', taken) : 'default';
}

/** @returns a name made of the address' host, `timelogs-example-com`, that is still free; empty while there is no host. */
export function nameOfAddress(address: string, taken: readonly string[]): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host === '' ? '' : toWorkspaceName(host, taken);
}
