// Bursts of random steps, done by the page itself: a question of the test to the page costs more than ten steps here.
import { between, oneOf, randomFrom, type Random } from '../random.ts';
import { keys, texts } from '../random-clicks-input.ts';
import { seedOfStep, type Burst, type BurstOrder, type Spot } from '../random-clicks-burst.ts';
import { click, drag, press, type } from './act.ts';
import { answered, faultsNow, notice, painted, rendered, watch } from './watch.ts';

watch();
Object.assign(globalThis, { randomBurst: burst, goTo });

/** Does the steps of an order, until something is wrong or a person has to log in. */
async function burst({ seed, from, to, home, stays }: BurstOrder): Promise<Burst> {
  const steps: string[] = [];
  let step = from;
  let faults = faultsNow();
  while (step < to && faults.length === 0 && !asksForLogin()) {
    const random = randomFrom(seedOfStep(seed, step));
    if (!location.pathname.startsWith(stays)) {
      await goTo(home);
      if (!location.pathname.startsWith(stays)) throw new Error(`${home} leads to ${location.pathname}`);
    } else {
      const number = step;
      step += 1;
      try {
        act(random, (what) => steps.push(`${number}: ${what}`));
        await wait(random);
      } catch (error) {
        notice(error);
      }
    }
    faults = faultsNow();
  }
  const spot = step < to || faults.length > 0 ? null : nameSpot(seed, to);
  return { next: step, steps, faults, asksForLogin: asksForLogin(), spot };
}

/** Goes to a screen as a link does: nothing is loaded anew. What was typed is given up. */
async function goTo(path: string): Promise<void> {
  const isTyped = !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  // What was typed takes the browser back before the question comes.
  const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  const limit = performance.now() + 60_000;
  await answered();
  if (isTyped) await Promise.race([back, new Promise((resolve) => setTimeout(resolve, 1000))]);
  await painted();
  while ((location.pathname + location.search !== path || asksToLeave()) && performance.now() < limit) {
    asksToLeave()?.click();
    await painted();
  }
  while (document.querySelector('#content > *') === null && !asksForLogin()) {
    if (performance.now() > limit) throw new Error(`${path} shows nothing`);
    await painted();
    await answered();
  }
}

function asksToLeave(): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('dialog button');
  return [...buttons].find((one) => /^(Leave|Weggehen)$/.test(one.textContent.trim()));
}

function asksForLogin(): boolean {
  return document.querySelector('input[name=username]')?.checkVisibility() === true;
}

/** Most steps meet a page that is still busy with the one before. */
async function wait(random: Random): Promise<void> {
  const draw = random();
  if (draw < 0.12) await painted();
  else if (draw < 0.3) await answered();
  else await rendered();
}

/** Tells what it does before it does it. */
function act(random: Random, tell: (what: string) => void): void {
  const draw = random();
  const found = draw < 0.6 ? control(random) : null;
  if (found !== null) {
    const spot = spotOf(found);
    tell(`click ${spot.name}`);
    click(found, spot, random);
  } else if (draw < 0.84) {
    const key = draw < 0.6 ? 'Escape' : oneOf(random, keys);
    tell(`press ${key}`);
    press(key);
  } else if (draw < 0.94) {
    const text = oneOf(random, texts);
    tell(`type "${text}"`);
    type(text, random);
  } else {
    const [from, to] = [somePlace(random), somePlace(random)];
    const isDropped = random() < 0.8;
    tell(`drag ${from.x},${from.y} to ${to.x},${to.y}${isDropped ? '' : ', then Escape'}`);
    drag(from, to, isDropped);
  }
}

function somePlace(random: Random): { readonly x: number; readonly y: number } {
  return { x: between(random, 8, innerWidth - 8), y: between(random, 120, innerHeight - 20) };
}

function nameSpot(seed: number, step: number): Spot | null {
  const found = control(randomFrom(seedOfStep(seed, step)));
  return found === null ? null : spotOf(found);
}

const wanted =
  'a[href], button, input, select, textarea, summary, [role=gridcell], [role=option], [tabindex="0"]';

/** A control that can be clicked: of the open dialog, else mostly of the screen rather than its frame. */
function control(random: Random): Element | null {
  const isInFrame = random() < 0.06;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const menu = document.querySelector('[popover]:popover-open');
  const screen = isInFrame ? document.body : document.querySelector('#content');
  const all = [...(dialog ?? menu ?? screen ?? document.body).querySelectorAll(wanted)];
  while (all.length > 0) {
    const [one] = all.splice(Math.floor(random() * all.length), 1);
    if (one !== undefined && canBeClicked(one)) return one;
  }
  return null;
}

function canBeClicked(one: Element): boolean {
  const { disabled, type: kind } = one as Partial<HTMLInputElement>;
  return disabled !== true && kind !== 'file' && one.checkVisibility({ visibilityProperty: true });
}

function spotOf(one: Element): Spot {
  one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = one.getBoundingClientRect();
  const text = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40);
  const classes = (one.getAttribute('class') ?? '').trim().replaceAll(/\s+/g, '.');
  const name = `${one.tagName.toLowerCase()}.${classes} "${text}"`;
  return { name, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
