// How large something is, for drawings that fill their room. A size container would tell the styles, but not in our oldest browsers.
export interface Size {
  width: number;
  height: number;
}

/** An attachment that tells the size of an element, now and whenever it changes. The element must not depend on its content. */
export const sized = (tell: (size: Size) => void) => (element: HTMLElement) => {
  // At once, before the frame is painted: what is drawn for another size is never seen. Nothing but what is inside may change its size
  // by that; anything else is an error to browsers.
  const observer = new ResizeObserver(([entry]) => {
    if (entry) tell({ width: entry.contentRect.width, height: entry.contentRect.height });
  });
  tell({ width: element.clientWidth, height: element.clientHeight });
  observer.observe(element);
  return () => observer.disconnect();
};
