import { factor } from '../settings/settings.svelte';

const DURATION = 520;
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Comes from an anchored place on the page (a player, the hand, the middle) to where it lies. A likeness flies above
 * the board and the piece appears when it lands: moving it inside the drawing would paint the whole board each frame.
 */
export function fly(node: SVGGraphicsElement, { from }: { from: string }): { duration: number } {
  const anchor = document.querySelector(`[data-anchor="${from}"]`);
  const duration = DURATION * Math.min(1, factor());
  const matrix = node.getScreenCTM();
  if (!anchor || !duration || !matrix) return { duration: 0 };
  const likeness = drawn(node, matrix);
  const box = node.getBoundingClientRect();
  const start = anchor.getBoundingClientRect();
  const dx = start.x + start.width / 2 - box.x - box.width / 2;
  const dy = start.y + start.height / 2 - box.y - box.height / 2;
  Object.assign(likeness.style, {
    position: 'fixed',
    left: `${box.x}px`,
    top: `${box.y}px`,
    zIndex: '5',
    pointerEvents: 'none',
    willChange: 'transform',
  });
  likeness.dataset['flying'] = '';
  node.style.opacity = '0';
  document.body.append(likeness);
  const flight = likeness.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
    duration,
    easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  });
  flight.onfinish = flight.oncancel = () => {
    node.style.opacity = '';
    likeness.remove();
  };
  return { duration: 0 };
}

const COINS = 5;
const BEHIND = 60;

/** Coins run, after a while, from one anchored place to another, a few behind each other; the answer calls them back. */
export function flow(from: Element, to: Element, delay: number): () => void {
  const [start, end] = [middle(from), middle(to)];
  const coins = Array.from({ length: COINS }, (_, nth) => {
    const coin = document.createElement('i');
    coin.className = 'coin';
    coin.dataset['flying'] = '';
    coin.setAttribute('aria-hidden', 'true');
    Object.assign(coin.style, { left: `${start.x}px`, top: `${start.y}px` });
    document.body.append(coin);
    const flight = coin.animate(
      [
        { opacity: 1, transform: 'none' },
        { opacity: 1, transform: `translate(${end.x - start.x}px, ${end.y - start.y}px)` },
      ],
      { duration: DURATION, delay: delay + nth * BEHIND, easing: 'cubic-bezier(0.5, 0, 0.3, 1)' },
    );
    flight.onfinish = () => coin.remove();
    return coin;
  });
  return () => coins.forEach((coin) => coin.remove());
}

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Nothing flies any more: what is shown next is for other eyes. */
export function land(): void {
  for (const likeness of document.querySelectorAll('[data-flying]')) likeness.remove();
}

/** A copy of a piece as a small drawing of its own, as large and as turned as it is on the screen. */
function drawn(node: SVGGraphicsElement, { a, b, c, d }: DOMMatrix): SVGSVGElement {
  const inner = node.getBBox();
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  const { width, height } = node.getBoundingClientRect();
  const turned = document.createElementNS(SVG, 'g');
  turned.setAttribute('transform', `matrix(${a} ${b} ${c} ${d} ${-(a * x + c * y)} ${-(b * x + d * y)})`);
  turned.append(node.cloneNode(true));
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', `${-width / 2} ${-height / 2} ${width} ${height}`);
  drawing.setAttribute('width', `${width}`);
  drawing.setAttribute('height', `${height}`);
  drawing.setAttribute('overflow', 'visible');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.append(turned);
  return drawing;
}
