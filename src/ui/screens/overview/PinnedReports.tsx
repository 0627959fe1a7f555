/** The reports and figures that a person has pinned, below the panels of the Overview. The store answers them, so they spend no request. */
import { Group, Text, Title } from '@mantine/core';
import { Suspense, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { pinTexts as texts } from '#texts/screens/overview.ts';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { usePins } from '#ui/data/use-pins.ts';
import { isPinsAddress, subscribeToAddress } from '#ui/routing/hash-location.ts';
import { lazyComponent } from '#ui/late.ts';
import { paths } from '#ui/routing/paths.ts';
import classes from './OverviewScreen.module.css';

const PinCard = lazyComponent(async () => (await import('./PinCard.tsx')).PinCard);

/** Events by which a person scrolls. */
const inputEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** @param showsMoney whether the Overview shows cost and margin */
export function PinnedReports({ showsMoney }: { readonly showsMoney: boolean }) {
  const { pins, remove, move } = usePins();
  const section = useRef<HTMLElement>(null);
  const title = useId();
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    let isFollowing = false;
    const showPins = () => {
      isFollowing = isPinsAddress();
      if (!isFollowing) return;
      element.scrollIntoView();
      element.focus({ preventScroll: true });
    };
    // The panels above grow when their figures come, and would push the pins out of sight until the person does something.
    const observer = new IntersectionObserver(([entry]) => {
      if (isFollowing && entry?.isIntersecting === false) element.scrollIntoView();
    });
    observer.observe(element);
    const stopFollowing = () => {
      isFollowing = false;
    };
    for (const name of inputEvents) addEventListener(name, stopFollowing);
    showPins();
    const stopListening = subscribeToAddress(showPins);
    return () => {
      stopListening();
      observer.disconnect();
      for (const name of inputEvents) removeEventListener(name, stopFollowing);
    };
  }, []);
  if (!pins) return null;
  return (
    <section
      ref={section}
      className={classes.section}
      data-empty={pins.length === 0 || undefined}
      tabIndex={-1}
      aria-labelledby={title}
    >
      <Group gap="sm" align="baseline">
        <Title order={2} id={title} fz="sm" fw={600} className={pins.length === 0 ? 'visually-hidden' : undefined}>
          {texts.title}
        </Title>
        <Text size="xs" c="dimmed" title={pins.length === 0 ? texts.emptyDetail : undefined}>
          {pins.length === 0 ? texts.empty : texts.sub}
        </Text>
        {pins.length === 0 && (
          <Link href={paths.reports} className={classes.more}>
            {texts.openReports}
          </Link>
        )}
      </Group>
      {pins.length > 0 && (
        <ErrorBoundary>
          <ul className={classes.pins} aria-label={texts.label}>
            {pins.map((pin, index) => (
              <Suspense key={pin.id} fallback={null}>
                <PinCard
                  pin={pin}
                  showsMoney={showsMoney}
                  isFirst={index === 0}
                  isLast={index === pins.length - 1}
                  onMove={(step) => move(pin, step)}
                  onRemove={() => remove(pin)}
                />
              </Suspense>
            ))}
          </ul>
        </ErrorBoundary>
      )}
    </section>
  );
}
