// Waits until a page shows what is stored. It knows how a difference is told, not what screens mean.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The text of the screen without what counts every second. */
export const textOfScreen = `(() => {
  const screen = document.querySelector('#content');
  if (screen === null) return null;
  const clock = screen.querySelector('.clock-time');
  const text = clock === null ? screen.innerText : screen.innerText.replace(clock.innerText, clock.firstChild.textContent);
  return text.replaceAll(/\\s+/g, ' ');
})()`;

/** When the present week begins and ends, as bookings tell it. */
export function presentWeek(): { readonly monday: string; readonly nextMonday: string } {
  const today = Temporal.Now.plainDateISO('Europe/Vienna');
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return {
    monday: `${monday.toString()} 00:00:00`,
    nextMonday: `${monday.add({ days: 7 }).toString()} 00:00:00`,
  };
}

/** Waits until the page shows what is stored, and answers it; the last difference is the failure. */
export async function agree<Value>(
  page: Page,
  what: string,
  { shown, stored }: { readonly shown: string; readonly stored: (seen: Value) => Promise<Value> },
): Promise<Value> {
  const limit = Date.now() + 60_000;
  for (;;) {
    const seen = (await page.evaluate(shown)) as Value;
    const kept = await stored(seen);
    if (seen === kept) return seen;
    if (Date.now() > limit) assert.deepEqual(seen, kept, what);
    await page.waitForTimeout(100);
  }
}
