import { useEffect, type RefObject } from 'react';

/** Draws now and at each new width. */
export function useWidth(element: RefObject<HTMLElement | null>, draw: () => void): void {
  useEffect(() => {
    draw();
    const { current } = element;
    if (current === null) return undefined;
    let known = current.clientWidth;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === known) return;
      known = current.clientWidth;
      // drawing within the observer would be an error
      frame = requestAnimationFrame(draw);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [element, draw]);
}
