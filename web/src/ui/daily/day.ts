/** A day as a number in an address, 20260314, and back as the house writes it. */
export function numbered(day: string): number {
  return Number(day.replaceAll('-', ''));
}

export function written(number: number | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(`${number ?? ''}`) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}
