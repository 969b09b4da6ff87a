// How large something is, for drawings that fill their room. A size container would tell the styles, but not in our oldest browsers.
export interface Size {
  width: number;
  height: number;
}

/** An attachment that reports the size of an element, now and whenever it changes. The size must not depend on the content. */
export const sized = (tell: (size: Size) => void) => (element: HTMLElement) => {
  // At once, before the frame is painted, so that a drawing for another size is never seen. Only elements inside may change their size
  // in response; browsers report anything else as an error.
  const observer = new ResizeObserver(([entry]) => {
    if (entry) tell({ width: entry.contentRect.width, height: entry.contentRect.height });
  });
  tell({ width: element.clientWidth, height: element.clientHeight });
  observer.observe(element);
  return () => observer.disconnect();
};
