import { describe, expect, it } from 'vitest';
import { answered, noted, streak, type Diary } from '../src/ui/daily/solved';

const NOTHING: Diary = { answers: {}, last: '', row: 0 };
const BEST = { move: 'chip 3', mark: 'best' } as const;
const WORSE = { move: 'chip 4', mark: 'worse' } as const;

/** The week that ends with a day. */
function week(day: string): string[] {
  return Array.from({ length: 7 }, (_, ago) => new Date(Date.parse(day) - ago * 86_400_000).toISOString().slice(0, 10));
}

const on = (diary: Diary, today: string, day = today, game = 'vabanque'): Diary =>
  noted(diary, game, day, BEST, week(today));

describe('days in a row', () => {
  it('count up over the end of a month, once a day whatever was played', () => {
    let diary = on(NOTHING, '2026-02-27');
    diary = on(diary, '2026-02-28');
    diary = on(diary, '2026-02-28', '2026-02-28', 'bankueberfall');
    diary = on(diary, '2026-03-01');
    expect(streak(diary, '2026-03-01')).toBe(3);
  });

  it('are not lost before the next day is over', () => {
    const diary = on(NOTHING, '2026-03-01');
    expect(streak(diary, '2026-03-02')).toBe(1);
    expect(streak(diary, '2026-03-03')).toBe(0);
    expect(streak(on(diary, '2026-03-03'), '2026-03-03')).toBe(1);
  });

  it('do not count what is solved late', () => {
    const late = on(on(NOTHING, '2026-03-01'), '2026-03-03', '2026-03-02');
    expect(streak(late, '2026-03-03')).toBe(0);
    expect(answered(late, 'vabanque', '2026-03-02')).toEqual(BEST);
  });
});

describe('answers', () => {
  it('stay as they were given', () => {
    const diary = on(NOTHING, '2026-03-01');
    expect(noted(diary, 'vabanque', '2026-03-01', WORSE, week('2026-03-01'))).toBe(diary);
  });

  it('are forgotten when nobody can ask for them any more', () => {
    const diary = on(on(NOTHING, '2026-03-01'), '2026-03-08');
    expect(Object.keys(diary.answers)).toEqual(['vabanque 2026-03-08']);
  });

  it('are kept for each game', () => {
    const diary = on(NOTHING, '2026-03-01');
    expect(answered(diary, 'bankueberfall', '2026-03-01')).toBeNull();
  });
});
