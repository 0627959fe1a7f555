/** Which figures of a page are cut: by a box that hides what goes beyond it, by the window, where nothing scrolls to them, or by a neighbour. */
import type { Page } from 'playwright/test';

/** @returns one line for each text with a digit of which a part can never be seen: the text, and what cuts it. */
export const cutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
    // Letters lean over their boxes by parts of a pixel.
    const slack = 1;
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;

    const innerBox = (element: Element): Box => {
      const { left, top } = element.getBoundingClientRect();
      const [from, above] = [left + element.clientLeft, top + element.clientTop];
      return { left: from, right: from + element.clientWidth, top: above, bottom: above + element.clientHeight };
    };

    /** Goes outwards: what a box scrolls to is as much in sight as the box itself. */
    const whatCuts = (text: Box, holder: Element): string | undefined => {
      let [left, right, top, bottom] = [text.left, text.right, text.top, text.bottom];
      let isFixed = false;
      for (let each: Element | null = holder; each && each !== document.documentElement; each = each.parentElement) {
        const { overflowX, overflowY, position, display } = getComputedStyle(each);
        if (display !== 'inline' && display !== 'contents' && !isFixed) {
          const isSvg = each instanceof SVGElement;
          if (isSvg && !(each instanceof SVGSVGElement)) continue;
          const box = isSvg ? each.getBoundingClientRect() : innerBox(each);
          const [hidesX, hidesY] = [overflowX !== 'visible', overflowY !== 'visible'];
          const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
          if (scrolls(overflowX)) {
            if (left + each.scrollLeft < box.left - slack) return `${nameOf(each)} does not scroll so far left`;
            [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
            if (left >= right) [left, right] = [box.left, Math.min(box.right, box.left + 1)];
          } else if (hidesX && (left < box.left - slack || right > box.right + slack)) return nameOf(each);
          if (scrolls(overflowY)) {
            [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
            if (top >= bottom) [top, bottom] = [box.top, Math.min(box.bottom, box.top + 1)];
          } else if (hidesY && (top < box.top - slack || bottom > box.bottom + slack)) return nameOf(each);
        }
        // Not clipped by the elements around it.
        if (position === 'fixed') isFixed = true;
      }
      const isBeyond = left < -slack || right > innerWidth + slack || top < -slack || bottom > innerHeight + slack;
      return isBeyond ? 'the window' : undefined;
    };

    const isSticky = (element: Element): boolean => {
      const sticks = /sticky|fixed/.test(getComputedStyle(element).position);
      return sticks || (element.parentElement !== null && isSticky(element.parentElement));
    };

    /** What is drawn over a place in a box: the box's own children see through to one another. */
    const isOpaque = (element: Element, holder: Element): boolean => {
      if (element.contains(holder)) return false;
      const sees = /^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(element).backgroundColor);
      return !sees || (element.parentElement !== null && isOpaque(element.parentElement, holder));
    };

    /** Whether none of the boxes that scroll has scrolled a place away. */
    const isInSight = (x: number, y: number, holder: Element): boolean => {
      const scrollers: Element[] = [];
      for (let each = holder.parentElement; each; each = each.parentElement)
        if (/auto|scroll/.test(getComputedStyle(each).overflow)) scrollers.push(each);
      return scrollers.map(innerBox).every((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    };

    /** A neighbour that covers an end of a text; a sticky element in a scroller covers it only until one scrolls. */
    const whatCovers = ({ left, right, top, bottom }: Box, holder: Element): string | undefined => {
      if (holder instanceof SVGElement || getComputedStyle(holder).pointerEvents === 'none') return undefined;
      const middle = (top + bottom) / 2;
      for (const x of [left + 2, right - 2]) {
        const upper = isInSight(x, middle, holder) ? document.elementFromPoint(x, middle) : null;
        if (!upper || upper.contains(holder) || holder.contains(upper) || !isOpaque(upper, holder)) continue;
        if (!isSticky(upper) && !isSticky(holder)) return `${nameOf(upper)} above it`;
      }
      return undefined;
    };

    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      const written = text.textContent?.trim() ?? '';
      // The last measures texts for the axes, far outside.
      if (
        !holder ||
        !/\d/.test(written) ||
        holder.closest('.visually-hidden, script, style, #recharts_measurement_span')
      )
        continue;
      // Words with a digit among them are no figure, if all of them can be read on hover.
      const titled = holder.closest('[title]')?.getAttribute('title') ?? '';
      if (/\p{L}{3}/u.test(written) && titled.includes(written)) continue;
      const { visibility, opacity } = getComputedStyle(holder);
      if (visibility === 'hidden' || opacity === '0') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      const cutting = lines
        .map((line) => whatCuts(line, holder) ?? whatCovers(line, holder))
        .find((each) => each !== undefined);
      if (cutting !== undefined) found.push(`“${written}” is cut by ${cutting}`);
    }
    return found;
  });
