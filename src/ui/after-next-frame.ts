/**
 * Does something once the next frame has been laid out and painted; returns a function that cancels it. A frame's own callbacks come
 * before its layout, so what they add would be laid out with it.
 */
export function afterNextFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
