// What is wrong with a page as it stands: too wide, cut off, broken within a word, too small to be hit with a finger,
// or without words.

/** Runs in the page. */
export function faults() {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`page ${wide}px too wide`);
  /** A word that goes on in the next line without a hyphen; on a desk there is room, and without spaces lines break so. */
  const broken = (element) => {
    if (innerWidth > 800 || document.documentElement.lang === 'ja' || getComputedStyle(element).hyphens === 'auto')
      return false;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      if (getComputedStyle(texts.currentNode.parentElement).clipPath !== 'none') continue; // only spoken
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\p{L}\d]+/gu)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true;
      }
    }
    return false;
  };
  const words = (element) => `«${element.textContent.trim().slice(0, 30)}»`;
  // What lies behind a dialog was looked at before it was opened.
  const where = document.querySelector('dialog:modal') ? 'dialog:modal' : ':is(main, header)';
  for (const element of document.querySelectorAll(`${where} :not(svg *)`)) {
    const spills = element.clientWidth && element.scrollWidth > element.clientWidth + 1;
    const pressed = element.matches('button, a, select, input:not([type=checkbox], [type=radio])');
    const named = element.matches('button, a, h1, h2, h3, legend');
    // Most elements end here: to ask for the style of each takes longer than to lay the page out.
    if (!(spills || pressed || named) || !element.clientWidth || element.closest('.unseen, svg, input')) continue;
    const { overflowX } = getComputedStyle(element);
    if (spills && !['visible', 'auto', 'scroll'].includes(overflowX))
      found.push(`cut: ${element.className} ${words(element)}`);
    if (pressed) {
      const { height } = element.getBoundingClientRect();
      if (height < 43.5) found.push(`${Math.round(height)}px high: ${words(element)}`);
      if (spills && element.matches('button')) found.push(`overflows: ${words(element)}`);
    }
    if (named && broken(element)) found.push(`broken: ${words(element)}`);
  }
  const missing = /\b[a-z]+(\.[a-z_][a-z_0-9]*)+\b/.exec(
    document.body.textContent.replace(/https?:\S+|s\.[A-Z]\S*/g, ''),
  );
  if (missing) found.push(`looks like a missing message: ${missing[0]}`);
  return found;
}
