// What is wrong with a page as it stands: too wide, cut off, too small to be hit with a finger, or without words.

/** Runs in the page. */
export function faults() {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`page ${wide}px too wide`);
  const words = (element) => `«${element.textContent.trim().slice(0, 30)}»`;
  for (const element of document.querySelectorAll(':is(main, header) :not(svg *)')) {
    const style = getComputedStyle(element);
    if (element.closest('.unseen, svg, input') || !element.clientWidth) continue;
    const clips = style.overflowX !== 'visible' && !['auto', 'scroll'].includes(style.overflowX);
    if (clips && element.scrollWidth > element.clientWidth + 1)
      found.push(`cut: ${element.className} ${words(element)}`);
    if (element.matches('button, a, select, input:not([type=checkbox], [type=radio])')) {
      const box = element.getBoundingClientRect();
      if (box.height < 43.5) found.push(`${Math.round(box.height)}px high: ${words(element)}`);
      if (element.matches('button') && element.scrollWidth > element.clientWidth + 1)
        found.push(`overflows: ${words(element)}`);
    }
  }
  const missing = /\b[a-z]+(\.[a-z_][a-z_0-9]*)+\b/.exec(
    document.body.textContent.replace(/https?:\S+|s\.[A-Z]\S*/g, ''),
  );
  if (missing) found.push(`looks like a missing message: ${missing[0]}`);
  return found;
}
