// How large something is, for drawings that fill their room. A size container would tell the styles, but not in our oldest browsers.
export interface Size {
  width: number;
  height: number;
}

/**
 * An attachment that reports the size of an element, now and whenever it changes. The size must not depend on the content.
 *
 * A change is reported before the frame is painted, so that a drawing for another size is never seen. In response only elements inside
 * may change their size: browsers report anything else as an error. Where others change, too, `later` reports it in the next frame.
 */
export const sized = (tell: (size: Size) => void, later = false) => (element: HTMLElement) => {
  let frame = 0;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    cancelAnimationFrame(frame);
    if (later) frame = requestAnimationFrame(() => tell({ width, height }));
    else tell({ width, height });
  });
  tell({ width: element.clientWidth, height: element.clientHeight });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
};
