// What many screens have: a heading between two arrows, the button that prints, and the words for what is not there.
import type { ComponentChildren } from 'preact';
import { Button, IconButton } from '../parts/button.tsx';
import { words } from '../words/words.ts';

interface TurnProps {
  readonly previous: string;
  readonly next: string;
  readonly onTurn: (by: number) => void;
  readonly children: ComponentChildren;
}

/** What is shown, between the ways back and forth. */
export function Turn({ previous, next, onTurn, children }: TurnProps) {
  const look = 'button plain icon no-print';
  return (
    <div class="week-turn">
      <IconButton class={look} icon="chevron-left" label={previous} onClick={() => onTurn(-1)} />
      {children}
      <IconButton class={look} icon="chevron-right" label={next} onClick={() => onTurn(1)} />
    </div>
  );
}

/** The button that prints the screen. */
export function PrintButton({ look = '' }: { readonly look?: string }) {
  return (
    <Button class={`no-print ${look}`} icon="printer" onClick={() => print()}>
      {words.value.general.print}
    </Button>
  );
}

/** Says that there is nothing, and what would be here. */
export function Empty({ said, hint }: { readonly said: string; readonly hint?: string | undefined }) {
  return (
    <p class="empty">
      <span class="said">{said}</span>
      {hint}
    </p>
  );
}
