import type { GameModule } from '../../games/module';
import type { AnyEvent, AnyView } from '../../wire/types';

/** The table as one seat sees it, after everything that was shown, all open. */
export function seenBy(module: GameModule, events: readonly AnyEvent[], seats: number, seat: number): AnyView {
  return events.reduce<AnyView>((view, event) => module.fold(view, event), module.blank(seats, {}, seat));
}

/** Whether anybody but `me` still has cards to be looked at. */
export function anyHeld(module: GameModule, events: readonly AnyEvent[], seats: number, me: number): boolean {
  return Array.from({ length: seats }, (_, seat) => seat).some((seat) => {
    const view = seenBy(module, events, seats, seat);
    return seat !== me && 'hand' in view && Array.isArray(view.hand) && view.hand.length > 0;
  });
}
