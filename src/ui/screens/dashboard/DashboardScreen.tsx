/** The dashboard: pinned reports and figures on one page. What it asks is answered from this computer, without a request. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { dashboardTexts as texts } from '#texts/screens/reports/dashboard.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '../../components/frame/Panel.tsx';
import { Screen } from '../../components/frame/Screen.tsx';
import { Seal } from '../../components/frame/Seal.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { NothingYet, useNothingYet } from '../../components/states/NothingYet.tsx';
import { usePins } from '../../pins/use-pins.ts';
import { paths } from '../../routing/paths.ts';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import { PinCard } from './PinCard.tsx';
import classes from './DashboardScreen.module.css';

export function DashboardScreen() {
  const { pins, remove, move } = usePins();
  const nothingYet = useNothingYet();
  return (
    <Screen
      title={uiTexts.screens.dashboard.title}
      seal={<Seal period={undefined} />}
      actions={<RefreshButton />}
      records={{ inView: undefined }}
    >
      {nothingYet ? (
        <NothingYet />
      ) : pins?.length === 0 ? (
        <Panel className={classes.empty}>
          <EmptyState
            title={texts.empty}
            detail={texts.emptyDetail}
            action={
              <Button component={Link} href={paths.reports}>
                {texts.openReports}
              </Button>
            }
          />
        </Panel>
      ) : (
        <ul className={classes.pins} aria-label={texts.label}>
          {pins?.map((pin, at) => (
            <PinCard
              key={pin.id}
              pin={pin}
              isFirst={at === 0}
              isLast={at === pins.length - 1}
              onMove={(step) => move(pin, step)}
              onRemove={() => remove(pin)}
            />
          ))}
        </ul>
      )}
    </Screen>
  );
}
