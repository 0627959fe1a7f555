/** What open screens offer to keys and menus outside them, such as their figure, their chart and what they print. */
import { useEffect, useRef, type RefObject } from 'react';

/** @returns a hook that offers something as long as its component is drawn, and the list of offers, the one in front last */
export function createOffers<Offer>() {
  const offers: RefObject<Offer>[] = [];
  const useOffer = (offer: Offer): void => {
    const latest = useRef(offer);
    useEffect(() => {
      latest.current = offer;
    });
    useEffect(() => {
      offers.push(latest);
      return () => void offers.splice(offers.indexOf(latest), 1);
    }, []);
  };
  return { useOffer, list: () => offers.map(({ current }) => current) };
}
