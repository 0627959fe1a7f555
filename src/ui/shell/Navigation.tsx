/** The menu: the workspace and the screens. Each entry returns to the view in which that screen was left. */
import { Link } from 'wouter';
import { Kbd, UnstyledButton } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconCommand } from '@tabler/icons-react';
import { uiTexts } from '#texts/screens/ui.ts';
import { useHashPath, useHashSearch } from '../routing/hash-location.ts';
import { addressOfScreen } from '../routing/last-views.ts';
import { screens, type ScreenEntry } from './screens.ts';
import { WorkspaceMenu } from '../workspaces/WorkspaceMenu.tsx';
import classes from './Navigation.module.css';

export function Navigation() {
  return (
    <nav className={classes.navigation} aria-label={uiTexts.navigation.label}>
      <WorkspaceMenu />
      <Entries of={screens.filter(({ place }) => place === undefined)} className={classes.list} />
      <div className={classes.foot}>
        <Entries of={screens.filter(({ place }) => place === 'foot')} />
        <UnstyledButton className={classes.commands} onClick={spotlight.open}>
          <IconCommand size={16} stroke={1.6} aria-hidden />
          <span className={classes.name}>{uiTexts.navigation.commands}</span>
          <Kbd className={classes.keys}>{uiTexts.navigation.commandKeys}</Kbd>
        </UnstyledButton>
      </div>
    </nav>
  );
}

interface EntriesProps {
  readonly of: readonly ScreenEntry[];
  readonly className?: string | undefined;
}

function Entries({ of, className }: EntriesProps) {
  const [path] = useHashPath();
  const search = useHashSearch();
  return (
    <ul className={className}>
      {of.map(({ name, path: address, icon: Icon }) => (
        <li key={name}>
          <Link
            href={addressOfScreen(address, { path, search })}
            state={null}
            className={classes.link}
            aria-current={path === address ? 'page' : undefined}
            onClick={path === address ? scrollToTop : undefined}
            title={uiTexts.screens[name].question}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span className={classes.name}>{uiTexts.screens[name].title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The menu's entry of the open screen leads to its beginning, as people expect of a menu. */
function scrollToTop(): void {
  document.querySelector('#content > :last-child')?.scrollTo({ top: 0 });
}
