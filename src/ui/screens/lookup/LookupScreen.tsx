/** The Lookup screen: reads ids from a pasted text, shows local records, and fetches others from the service after showing the price. */
import { Button, Textarea, Stack, Text, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { MAX_IDS } from '#domain/lookup/pasted-ids.ts';
import { RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { useNow } from '#ui/clock.ts';
import { Choice } from '#ui/components/Choice.tsx';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { count, momentText } from '#ui/format/figures-and-times.ts';
import { dataStatus, useWorkspace } from '#ui/data/queries.ts';
import { countRequestsLeft, formatReset } from '#ui/sync/price-text.ts';
import { useDroppedIds, type DroppedIdsState } from './use-dropped-ids.ts';
import { useLookup, type Lookup } from './use-lookup.ts';
import { LookupResults } from './LookupResults.tsx';
import { notAskedTexts } from '#texts/refusals.ts';
import classes from './LookupScreen.module.css';

const texts = uiTexts.lookup;
const MAIL = 'mail';

export function LookupScreen() {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const now = useNow();
  const lookup = useLookup();
  const dropped = useDroppedIds(lookup.setPasted);
  const reasonId = useId();
  const { ids, held, result, toAsk, isRepeat, price, running, error, askedAt, tooMany } = lookup;
  const isLocked = workspace.key === 'none';
  const askedAtText =
    askedAt === undefined ? undefined : momentText(new Date(askedAt).toISOString(), workspace.zone, now);
  const remaining = status && countRequestsLeft(status.quota);
  const reset = status && formatReset(status.quota, workspace.zone, now);
  const spent = remaining === 0 && reset !== undefined ? uiTexts.sync.spentToday(reset) : undefined;
  const reason = explainDisabled(lookup, isLocked, spent);
  return (
    <Screen title={uiTexts.screens.lookup.title} fill>
      <div className={classes.columns}>
        <Panel>
          <Stack component="form" flex="1" mih={0} p="lg" onSubmit={handleSubmit(() => lookup.ask())}>
            <Choice
              label={texts.property}
              data={[
                { value: MAIL, label: texts.mail },
                { value: RECORD_ID_PROPERTY, label: texts.recordId },
              ]}
              value={lookup.isMail ? MAIL : RECORD_ID_PROPERTY}
              onChange={(value) => lookup.setIsMail(value === MAIL)}
              allowDeselect={false}
            />
            <DroppedFile {...dropped} />
            <Textarea
              className={classes.ids}
              label={texts.label}
              description={lookup.isMail ? texts.hint : texts.keyHint}
              value={lookup.pasted}
              onChange={(event) => lookup.setPasted(event.currentTarget.value)}
              error={tooMany ? texts.tooMany(count(MAX_IDS)) : undefined}
              spellCheck={false}
              data-testid="lookup-ids"
            />
            <p className={classes.price} aria-live="polite" data-testid="lookup-price">
              {describeInput(lookup)}
              {toAsk.length > 0 && !isRepeat && ` · ${texts.price(count(price), count(toAsk.length))}`}
              {lookup.repeated > 0 && ` · ${texts.repeated(count(lookup.repeated))}`}
              {remaining !== undefined && reset !== undefined && (spent === undefined || reason !== spent) && (
                <span className="hint" style={{ display: 'block' }}>
                  {spent ?? uiTexts.sync.detail(count(remaining), reset)}
                </span>
              )}
            </p>
            <NotAsked {...lookup} />
            <Group gap="sm" align="stretch" wrap="nowrap">
              <Button
                type="submit"
                variant="filled"
                loading={running !== undefined}
                disabled={toAsk.length === 0 || reason !== undefined}
                aria-describedby={reasonId}
                data-testid="lookup-run"
              >
                {isRepeat ? texts.again : texts.run}
                {toAsk.length > 0 && ` · ${uiTexts.requests(count(price))}`}
              </Button>
              <Button
                onClick={() => {
                  lookup.clear();
                  dropped.forget();
                }}
                disabled={lookup.pasted === ''}
              >
                {texts.clear}
              </Button>
            </Group>
            <p id={reasonId} className={classes.reason} data-testid="lookup-reason">
              {reason}
            </p>
          </Stack>
        </Panel>
        <Panel>
          {running ? (
            <EmptyState title={texts.running} detail={texts.price(count(running.price), count(running.count))} />
          ) : ids.length > 0 && held ? (
            <>
              {error && <ErrorState error={error} />}
              <LookupResults
                result={result}
                held={new Set(held.map(({ id }) => id))}
                spent={describeCost(lookup.spent, askedAtText)}
                isByRecordId={lookup.objectIds.length === 0}
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

/** Writes, for example, “12 ids: 9 here, 3 to ask; 5 not asked”. */
function describeInput({ ids, here, toAsk, isRepeat, notAsked, isReading }: Lookup): string {
  if (isReading) return '';
  const open = isRepeat ? 0 : toAsk.length;
  const answered = ids.length - here - open;
  const parts = [
    texts.here(count(here)),
    ...(open > 0 ? [texts.toAsk(count(open))] : []),
    ...(answered > 0 ? [texts.requested(count(answered))] : []),
  ];
  return [
    ...(ids.length > 0 ? [texts.read(count(ids.length), parts)] : []),
    ...(notAsked.length > 0 ? [texts.leftOut(count(notAsked.length))] : []),
  ].join('; ');
}

/** @param spent says that no request remains today. @returns why the button is disabled; undefined if it is enabled or nothing is pasted */
function explainDisabled(
  { pasted, ids, notAsked, toAsk, isReading, tooMany }: Lookup,
  isLocked: boolean,
  spent: string | undefined,
) {
  if (pasted.trim() === '') return undefined;
  if (isReading && !tooMany) return texts.reading;
  if (ids.length === 0) return notAsked.length > 0 ? texts.onlyLeftOut : texts.noIds;
  if (tooMany) return texts.tooMany(count(MAX_IDS));
  if (toAsk.length === 0) return texts.allKnown;
  return isLocked ? texts.noKey : spent;
}

/** @param spent the requests, if these ids were just looked up. @param askedAt when the service was last asked about some of them */
function describeCost(spent: number | undefined, askedAt: string | undefined): string {
  if (spent !== undefined) return texts.spent(count(spent));
  return askedAt === undefined ? texts.free : `${texts.free} · ${texts.saidAt(askedAt)}`;
}

function DroppedFile({ dropped, problem, choose }: DroppedIdsState) {
  if (problem !== undefined) {
    return (
      <Text inherit flex="none" c="var(--warn)" fz="xs" role="alert">
        {problem}
      </Text>
    );
  }
  if (!dropped) return null;
  const width = Math.max(...dropped.lines.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => index);
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

/** Up to this many lines stay unfolded. */
const MAX_UNFOLDED = 4;
/** Drawing more lines would block the page. */
const MAX_SHOWN = 300;

/** Lists numbers that are not looked up, with the reason and a button to look them up anyway. A long list is folded. */
function NotAsked({ notAsked, words, force }: Pick<Lookup, 'notAsked' | 'words' | 'force'>) {
  const summary = useRef<HTMLElement>(null);
  const all = notAsked.length + words.length;
  if (all === 0) return null;
  return (
    <details className={classes.notAsked} open={all <= MAX_UNFOLDED} data-testid="lookup-ignored">
      <summary ref={summary}>{texts.whyNot}</summary>
      {/* A long list scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.notAskedTexts} tabIndex={0} aria-label={texts.whyNot}>
        {notAsked.length > 0 && (
          <ul>
            {notAsked.slice(0, MAX_SHOWN).map(({ text, id, reason }) => (
              <li key={text} className={classes.candidate}>
                <span className={classes.number}>{text}</span>
                <span className={classes.reason}>{notAskedTexts[reason]}</span>
                {id !== undefined && (
                  <Button
                    size="compact-xs"
                    aria-label={texts.askToo(text)}
                    onClick={() => {
                      force(text);
                      // The button disappears with its line.
                      summary.current?.focus();
                    }}
                  >
                    {texts.askThis}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {notAsked.length > MAX_SHOWN && <p>{texts.more(count(notAsked.length - MAX_SHOWN))}</p>}
        {words.length > 0 && <p>{texts.ignored(count(words.length))}</p>}
        <ul className={classes.words}>
          {words.slice(0, MAX_SHOWN).map((text, index) => (
            <li key={index} title={text}>
              {text}
            </li>
          ))}
        </ul>
        {words.length > MAX_SHOWN && <p>{texts.more(count(words.length - MAX_SHOWN))}</p>}
      </section>
    </details>
  );
}
