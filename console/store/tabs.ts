// The tabs of a browser keep what they have not sent each under a name of its own. A living tab holds the lock of its name, so that
// others know what a tab has left that is gone.
import { keep, keysKept, readKept } from './keep.ts';

/** The name of this tab. Pages without encryption have no other source of random names. */
export const tab: string = crypto.getRandomValues(new Uint32Array(4)).join('-');

const nameOfLock = (name: string): string => `hourbook:tab:${name}`;
let locked: Promise<void> | undefined;

/** Holds the lock of this tab as long as the page lives; answers once it does. */
export function lockTab(): Promise<void> {
  locked ??= new Promise((resolve) => {
    navigator.locks
      .request(nameOfLock(tab), () => {
        resolve();
        return new Promise(() => {});
      })
      // Without the lock another tab may send the same once more, which counts once.
      .catch(() => resolve());
  });
  return locked;
}

/** Tabs that are gone and whose list cannot be moved, because the disk is full: this one holds their locks from then on. */
const heirOf = new Set<string>();

/**
 * Moves lists that tabs which are gone keep under keys with this beginning to this tab's; with `hasOwn` its own list counts as
 * one of them. `merge` is told of each list, and answers what this tab has then; `null`: the person has changed, and the list
 * stays where it is.
 */
export async function takeLeft<Item>(
  beginning: string,
  hasOwn: boolean,
  merge: (left: readonly Item[]) => readonly Item[] | null,
): Promise<void> {
  await lockTab();
  const move = async (key: string): Promise<boolean> => {
    const left = await readKept<readonly Item[]>(key);
    const all = left === null ? null : merge(left);
    const kept = all?.length === 0 ? null : all;
    return all === null || keep([[key, null] as const, [`${beginning}${tab}`, kept] as const]);
  };
  const inherit = (name: string, key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const take = async (lock: unknown): Promise<void> => {
        const isDone = lock === null || (await move(key));
        resolve();
        if (isDone) return;
        heirOf.add(name);
        await new Promise(() => {});
      };
      navigator.locks.request(nameOfLock(name), { ifAvailable: true }, take).catch(reject);
    });
  for (const key of await keysKept(beginning)) {
    const name = key.slice(beginning.length);
    if (name === tab ? hasOwn : heirOf.has(name)) await move(key);
    else if (name !== tab) await inherit(name, key);
  }
}
