// How large something is, for drawings that fill their room. A size container would tell the styles, but not in our oldest browsers.
export interface Size {
  width: number;
  height: number;
}

/** An attachment that tells the size of an element, now and whenever it changes. The element must not depend on its content. */
export const sized = (tell: (size: Size) => void) => (element: HTMLElement) => {
  let frame = 0;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    // In the next frame: what changes sizes while sizes are told is an error to browsers.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => tell({ width, height }));
  });
  tell({ width: element.clientWidth, height: element.clientHeight });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
};
