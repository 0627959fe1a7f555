/** Lets open screens offer things to keys and menus outside them, such as their figure, their chart and their printout. */
import { useEffect, useRef, type RefObject } from 'react';

/** @returns a hook that offers something while its component is mounted, and the list of offers, the frontmost last */
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
