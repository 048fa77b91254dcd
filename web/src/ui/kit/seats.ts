/** Six colours, each with a symbol and a name: nothing is told by colour alone. Paths are drawn in -12..12. */
export const SYMBOLS: readonly string[] = [
  // heart
  'M0 10C-7 4-11 0-11-4.5A5.6 5.6 0 0 1 0-6.5 5.6 5.6 0 0 1 11-4.5C11 0 7 4 0 10Z',
  // spade
  'M0-11C6-4 11-1 11 4A5 5 0 0 1 2 7C2.300 9 3 10 4.500 11H-4.500C-3 10-2.300 9-2 7A5 5 0 0 1-11 4C-11-1-6-4 0-11Z',
  // diamond
  'M0-11.500 9 0 0 11.500-9 0Z',
  // star
  'M0-11.500 3.200-3.800 11.500-3.300 5.100 2 7.200 10 0 5.600-7.200 10-5.100 2-11.500-3.300-3.200-3.800Z',
  // sail: a club, when small, was taken for a spade
  'M-1.500-12V3.500H-10.500ZM1.500-8 10 3.500H1.500ZM-12 6H12C11 9 9 11 6 11H-6C-9 11-11 9-12 6Z',
  // moon
  'M4-11A11.500 11.500 0 1 0 4 11 9 9 0 0 1 4-11Z',
];

export const COLOURS = ['ruby', 'sapphire', 'amber', 'amethyst', 'jade', 'pearl'] as const;

export function colourOf(seat: number): string {
  return `var(--seat-${seat % SYMBOLS.length})`;
}

export function inkOf(seat: number): string {
  return `var(--seat-${seat % SYMBOLS.length}-ink)`;
}
