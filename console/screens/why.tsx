// A number that says why: a link to the place that explains it, or a dialog with what it was added up from.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { words } from '../words/words.ts';

/** A term of a number; it opens what it is made of itself, if that is known. */
export interface WhyLine {
  readonly name: string;
  readonly shown: string;
  readonly href?: string;
  readonly onOpen?: () => void;
}

interface NumberProps {
  /** What the number is. */
  readonly name: string;
  readonly shown: string;
  /** The address that explains it, what opens the explanation, or its terms. */
  readonly why: string | { readonly open: () => void } | (() => readonly WhyLine[]);
  /** Name and sum of the terms, where the number is one of them. */
  readonly of?: readonly [name: string, sum: string] | undefined;
  readonly children?: ComponentChildren;
}

/** Shows the number, with the way to its explanation. */
export function WhyNumber({ name, shown, why, of = [name, shown], children = shown }: NumberProps) {
  const [isOpen, setOpen] = useState(false);
  const says = { class: 'why-number', 'aria-label': `${name}: ${shown}`, title: words.value.account.whyOpen };
  if (typeof why === 'string')
    return (
      <a {...says} href={why}>
        {children}
      </a>
    );
  return (
    <>
      <button type="button" {...says} onClick={'open' in why ? why.open : () => setOpen(true)}>
        {children}
      </button>
      {isOpen && typeof why === 'function' && (
        <WhyDialog title={of[0]} lines={why()} sum={of[1]} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface DialogProps {
  readonly title: string;
  readonly lines: readonly WhyLine[];
  readonly sum: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** The terms of a number and the number itself. */
export function WhyDialog({ title, lines, sum, onClose, children }: DialogProps) {
  const { account, general } = words.value;
  return (
    <Dialog title={account.why(title)} closeLabel={general.close} onClose={onClose}>
      {children}
      <dl class="why-lines">
        {lines.map(({ name, shown, href, onOpen }, index) => (
          <div key={index}>
            <dt>
              {href !== undefined && (
                <a href={href} onClick={onClose}>
                  {name}
                </a>
              )}
              {onOpen !== undefined && (
                <button type="button" onClick={onOpen}>
                  {name}
                </button>
              )}
              {href === undefined && onOpen === undefined && name}
            </dt>
            <dd class="num">{shown}</dd>
          </div>
        ))}
        <div class="sum">
          <dt>{account.sum}</dt>
          <dd class="num">{sum}</dd>
        </div>
      </dl>
    </Dialog>
  );
}
