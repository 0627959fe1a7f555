/** The Lookup screen: asks the service what ids are, and shows the cost beforehand. */
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chooseAsked, findRest, joinLookedUp } from '../../../domain/lookup/looked-up.ts';
import { guessIdProperty, MOST_IDS, readIds, requestsFor } from '../../../domain/pasted-ids.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '../../clock.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Panel } from '../../components/frame/Panel.tsx';
import { Screen } from '../../components/frame/Screen.tsx';
import { count } from '../../format/figures.ts';
import { momentText } from '../../format/times.ts';
import { dataStatus } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { useDroppedIds, type DroppedIdsState } from './use-dropped-ids.ts';
import { useHeldRecords } from './use-held.ts';
import { useServiceAnswers } from './use-service-answers.ts';
import { LookupResults } from './LookupResults.tsx';
import classes from './LookupScreen.module.css';

const texts = uiTexts.lookup;

export function LookupScreen() {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const now = useNow();
  const [pasted, setPasted] = useState('');
  // Undefined: as the pasted text looks.
  const [chosen, setChosen] = useState<string>();
  const idProperty = chosen ?? guessIdProperty(pasted);
  const dropped = useDroppedIds(setPasted);
  const { ids, repeated, ignored } = readIds(pasted, idProperty);
  const { known, askedAt, run } = useServiceAnswers(idProperty);
  const held = useHeldRecords(ids, idProperty);
  const result = joinLookedUp(ids, held ?? [], { known, idProperty });
  const toAsk = chooseAsked(result);
  const isAgain = toAsk.length > 0 && toAsk === result.missing;
  const asked = ids.join('\n');
  // What was spent, and what went wrong, belongs to what was pasted when it was asked.
  const isOfThese = run.variables?.of === asked && run.variables.idProperty === idProperty;
  const error = isOfThese ? run.error : null;
  const price = requestsFor(toAsk.length);
  const hereIds = ids.length - findRest(ids, held ?? [], idProperty).length;
  const wasAsked = result.missing.length + result.failed.length > 0 || result.found.length > (held?.length ?? 0);
  const saidAt =
    askedAt === undefined || !wasAsked ? undefined : momentText(new Date(askedAt).toISOString(), workspace.zone, now);
  const tooMany = ids.length > MOST_IDS;
  const isLocked = workspace.key === 'none';
  const left = status ? Math.max(0, status.quota.limit - status.quota.used) : undefined;
  return (
    <Screen title={uiTexts.screens.lookup.title} fill>
      <div className={classes.columns}>
        <Panel className={classes.ask}>
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              run.mutate({ ids: toAsk, idProperty, of: asked });
            }}
          >
            <Choice
              label={texts.property}
              data={[
                { value: ID_PROPERTY, label: texts.sysId },
                { value: RECORD_ID_PROPERTY, label: texts.recordId },
              ]}
              value={idProperty}
              onChange={(value) => setChosen(value ?? undefined)}
              allowDeselect={false}
            />
            <DroppedFile {...dropped} />
            <Textarea
              className={classes.ids}
              label={texts.label}
              description={idProperty === RECORD_ID_PROPERTY ? texts.keyHint : texts.hint}
              value={pasted}
              onChange={(event) => setPasted(event.currentTarget.value)}
              error={tooMany ? texts.tooMany(count(MOST_IDS)) : undefined}
              spellCheck={false}
              data-testid="lookup-ids"
            />
            <p className={classes.price} aria-live="polite" data-testid="lookup-price">
              {ids.length > 0 && texts.here(count(hereIds), count(ids.length))}
              {toAsk.length > 0 && !isAgain && ` · ${texts.price(count(price), count(toAsk.length))}`}
              {repeated > 0 && ` · ${texts.repeated(count(repeated))}`}
              {left !== undefined && status && (
                <span className={classes.left}>
                  {uiTexts.sync.detail(count(left), momentText(status.quota.resetsAt, workspace.zone, now).slice(-5))}
                </span>
              )}
            </p>
            <NotIds texts={ignored} />
            <div className={classes.buttons}>
              <Button
                type="submit"
                variant="filled"
                loading={run.isPending}
                disabled={toAsk.length === 0 || held === undefined || tooMany || isLocked}
                data-testid="lookup-run"
              >
                {isAgain ? texts.again : texts.run}
                {toAsk.length > 0 && ` · ${uiTexts.requests(count(price))}`}
              </Button>
              <Button
                onClick={() => {
                  setPasted('');
                  setChosen(undefined);
                  dropped.forget();
                }}
                disabled={pasted === ''}
              >
                {texts.clear}
              </Button>
            </div>
          </form>
        </Panel>
        <Panel className={classes.answer}>
          {run.isPending ? (
            <EmptyState
              title={texts.running}
              detail={texts.price(count(requestsFor(run.variables.ids.length)), count(run.variables.ids.length))}
            />
          ) : ids.length > 0 && held ? (
            <>
              {error && <ErrorState error={error} />}
              <LookupResults
                result={result}
                held={new Set(held.map(({ id }) => id))}
                spent={spentText(isOfThese ? run.data?.requestsUsed : undefined, saidAt)}
                isByKey={idProperty === RECORD_ID_PROPERTY}
                zone={workspace.zone}
              />
            </>
          ) : (
            <EmptyState title={texts.empty} detail={isLocked ? texts.noKey : texts.emptyDetail} />
          )}
        </Panel>
      </div>
    </Screen>
  );
}

/** @param spent by the question about these ids, if it was just asked. @param saidAt when the service was last asked about some of them */
function spentText(spent: number | undefined, saidAt: string | undefined): string {
  if (spent !== undefined) return texts.spent(count(spent));
  return saidAt === undefined ? texts.free : `${texts.free} · ${texts.saidAt(saidAt)}`;
}

/** The dropped file, with the choice of its column. */
function DroppedFile({ dropped, problem, choose }: DroppedIdsState) {
  if (problem !== undefined) {
    return (
      <p className={classes.ignored} role="alert">
        {problem}
      </p>
    );
  }
  if (!dropped) return null;
  const width = Math.max(...dropped.lines.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  return (
    <Choice
      label={texts.column(dropped.name)}
      data={columns.map((at) => ({
        value: String(at),
        label: `${at + 1}: ${dropped.lines[0]?.cells[at] ?? ''}`,
      }))}
      value={String(dropped.column)}
      allowDeselect={false}
      onChange={(value) => value !== null && choose(Number(value))}
    />
  );
}

/** Pasted texts that are no ids: shown before anything is sent, and not sent. */
function NotIds({ texts: ignored }: { readonly texts: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <div className={classes.ignored} data-testid="lookup-ignored">
      <p>{texts.ignored(count(ignored.length))}</p>
      {/* A long list scrolls and has no tab stops of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.ignoredTexts} tabIndex={0} aria-label={texts.ignored(count(ignored.length))}>
        {ignored.map((text, at) => (
          <li key={at} title={text}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
