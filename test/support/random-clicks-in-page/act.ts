// Clicks, keys, drags and texts as a page hears them from a person. What a browser would do by itself is done here: events
// that a script makes have no such consequences.
import { between, oneOf, type Random } from '../random.ts';

/** A place in the window. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Presses and releases a pointer on what is at a place; now and then twice. */
export function click(target: Element, place: Place, random: Random): void {
  if (target instanceof HTMLSelectElement) return choose(target, random);
  const hit = document.elementFromPoint(place.x, place.y) ?? target;
  if (!pointer(hit, 'down', place)) return;
  focusAt(hit);
  pointer(hit, 'up', place);
  const again = random() < 0.05 ? 2 : 1;
  for (let detail = 1; detail <= again; detail += 1) mouse(hit, 'click', place, detail);
  if (again === 2) mouse(hit, 'dblclick', place, 2);
}

/** Moves a pressed pointer from one place to another; Escape may come before its release. */
export function drag(from: Place, to: Place, isDropped: boolean): void {
  const start = document.elementFromPoint(from.x, from.y);
  if (start === null || !pointer(start, 'down', from)) return;
  focusAt(start);
  for (let part = 1; part <= 4; part += 1) {
    const at = { x: from.x + ((to.x - from.x) * part) / 4, y: from.y + ((to.y - from.y) * part) / 4 };
    pointer(document.elementFromPoint(at.x, at.y) ?? start, 'move', at);
  }
  if (!isDropped) press('Escape');
  const end = document.elementFromPoint(to.x, to.y) ?? start;
  pointer(end, 'up', to);
  if (end === start) mouse(end, 'click', to, 1);
}

/** Presses a key such as `a`, `Enter` or `Shift+Tab` on what has the focus. */
export function press(combination: string): void {
  const parts = combination.split('+');
  const name = parts.pop() ?? '';
  const key = name === 'Space' ? ' ' : name;
  const held = { ctrlKey: parts.includes('Control'), shiftKey: parts.includes('Shift') };
  const event = { key, ...held, bubbles: true, cancelable: true, composed: true };
  const target = document.activeElement ?? document.body;
  if (target.dispatchEvent(new KeyboardEvent('keydown', event))) doAsBrowser(key, held, target);
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keyup', event));
}

/** Types a text into what has the focus; dates and times are chosen. */
export function type(text: string, random: Random): void {
  const target = document.activeElement;
  if (target instanceof HTMLInputElement && ['date', 'time'].includes(target.type))
    setValue(target, target.type === 'date' ? someDate(random) : someTime(random));
  else if (isText(target)) document.execCommand('insertText', false, text);
}

function someDate(random: Random): string {
  const day = new Date(Date.now() + between(random, -40, 60) * 86_400_000);
  return random() < 0.1 ? '' : day.toISOString().slice(0, 10);
}

function someTime(random: Random): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return random() < 0.1 ? '' : `${two(between(random, 0, 23))}:${two(between(random, 0, 59))}`;
}

function choose(select: HTMLSelectElement, random: Random): void {
  select.focus();
  const option = oneOf(random, [...select.options]);
  if (option !== undefined) setValue(select, option.value);
}

function setValue(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.assign(control, { value });
  for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Answers whether the browser goes on: what prevents a press prevents its focus, not its click. */
function pointer(target: Element, kind: 'down' | 'move' | 'up', { x, y }: Place): boolean {
  const common = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, button: 0 };
  const event = {
    ...common,
    buttons: kind === 'up' ? 0 : 1,
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
  };
  const isHeard = target.dispatchEvent(new PointerEvent(`pointer${kind}`, event));
  if (isHeard) target.dispatchEvent(new MouseEvent(`mouse${kind}`, event));
  return target.isConnected;
}

function mouse(target: Element, kind: 'click' | 'dblclick', { x, y }: Place, detail: number): void {
  const event = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail };
  target.dispatchEvent(new MouseEvent(kind, { ...event, view: window }));
}

function focusAt(target: Element): void {
  const found = target.closest<HTMLElement>(focusable);
  if (found !== null) found.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function doAsBrowser(
  key: string,
  held: { readonly ctrlKey: boolean; readonly shiftKey: boolean },
  target: Element,
): void {
  if (key === 'Escape') return closeTopmost();
  if (key === 'Tab') return focusNext(held.shiftKey ? -1 : 1);
  if (held.ctrlKey) {
    if (key === 'z' && isText(target)) document.execCommand('undo');
  } else if (isText(target)) {
    if (key === 'Delete') document.execCommand('delete');
    else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
    else if (key.length === 1) document.execCommand('insertText', false, key);
  } else if (target instanceof HTMLSelectElement) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    const option = target.options[target.selectedIndex + step];
    if (step !== 0 && option !== undefined) setValue(target, option.value);
  } else if (target.matches('button, summary, input') ? ['Enter', ' '].includes(key) : key === 'Enter') {
    if (target instanceof HTMLElement && target !== document.body) target.click();
  }
}

function closeTopmost(): void {
  const menu = [...document.querySelectorAll<HTMLElement>('[popover]:popover-open')].at(-1);
  if (menu !== undefined) return menu.hidePopover();
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true })) === true) dialog.close();
}

function focusNext(step: 1 | -1): void {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const stops = [...root.querySelectorAll<HTMLElement>(focusable)].filter((one) => one.tabIndex >= 0);
  const place = stops.findIndex((one) => one === document.activeElement);
  stops.at((place + step) % Math.max(1, stops.length))?.focus();
}

function isText(target: Element | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && ['text', 'search', 'number', 'password'].includes(target.type);
}
