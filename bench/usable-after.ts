// When a page can be used: the page's own time, which no script of the measurement makes longer.
import type { CDPSession } from 'playwright-core';

/**
 * Waits until an expression holds in the page whose navigation has begun. Answers the milliseconds from the beginning of that
 * navigation to the end of the first frame that shows it. It does not ask by `page.evaluate` or a locator: these put scripts of their
 * own into the page first, which cost a page that is just starting tens of milliseconds.
 */
export async function usableAfter(devtools: CDPSession, expression: string): Promise<number> {
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
    expression: `new Promise((done) => {
      const look = () => {
        if (!(${expression})) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, attributes: true });
      look();
    })`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return result.value as number;
}
