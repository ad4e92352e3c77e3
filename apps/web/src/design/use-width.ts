import { useEffect, type RefObject } from 'react';

/** Draws now and at each new width. */
export function useWidth(element: RefObject<HTMLElement | null>, draw: () => void): void {
  useEffect(() => {
    draw();
    const { current } = element;
    if (current === null) return undefined;
    let known = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === known) return;
      known = current.clientWidth;
      // an immediate change would be an error
      requestAnimationFrame(draw);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, draw]);
}
