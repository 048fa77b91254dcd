// What is wrong with a page as it stands: too wide, cut off, too small to be hit with a finger, or without words.

/** Runs in the page. */
export function faults() {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`page ${wide}px too wide`);
  const words = (element) => `«${element.textContent.trim().slice(0, 30)}»`;
  for (const element of document.querySelectorAll(':is(main, header) :not(svg *)')) {
    const spills = element.clientWidth && element.scrollWidth > element.clientWidth + 1;
    const pressed = element.matches('button, a, select, input:not([type=checkbox], [type=radio])');
    // Most elements end here: to ask for the style of each takes longer than to lay the page out.
    if (!(spills || pressed) || !element.clientWidth || element.closest('.unseen, svg, input')) continue;
    const { overflowX } = getComputedStyle(element);
    if (spills && !['visible', 'auto', 'scroll'].includes(overflowX))
      found.push(`cut: ${element.className} ${words(element)}`);
    if (!pressed) continue;
    const { height } = element.getBoundingClientRect();
    if (height < 43.5) found.push(`${Math.round(height)}px high: ${words(element)}`);
    if (spills && element.matches('button')) found.push(`overflows: ${words(element)}`);
  }
  const missing = /\b[a-z]+(\.[a-z_][a-z_0-9]*)+\b/.exec(
    document.body.textContent.replace(/https?:\S+|s\.[A-Z]\S*/g, ''),
  );
  if (missing) found.push(`looks like a missing message: ${missing[0]}`);
  return found;
}
