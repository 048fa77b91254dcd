import { describe, expect, it } from 'vitest';
import { LESSONS } from '../src/ui/learn/lessons';
import { unvisited } from '../src/ui/learn/visited';

describe.each(Object.keys(LESSONS))('the questions of %s', (game) => {
  const lessons = LESSONS[game]!;

  it('are all asked after a round in which nothing happened', () => {
    expect(unvisited(game, [])).toEqual(lessons);
  });

  it.each(lessons.map((lesson) => [lesson.id, lesson] as const))('leave out what was seen: %s', (id, lesson) => {
    const left = unvisited(game, [lesson.event]).map((one) => one.id);
    expect(left).not.toContain(id);
    expect(left.length).toBeGreaterThan(0);
  });
});
