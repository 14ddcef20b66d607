// What is remembered of one second, taken as it is meant now: which of it begins something, and which ends what ran.
import { beginMeant, beginnerOf } from './begin-meant.ts';
import { beginNothing, endThere, runOn, tellEnd, type Around } from './end-meant.ts';
import { asCalled, endingIn, isToggled } from './ended-by.ts';
import type { Settling } from './settling.ts';
import { ledTo, wasRecorded } from './uploads.ts';

/** Whether anything of the second had to be taken otherwise. */
export async function takeSecond(settling: Settling, around: Around): Promise<boolean> {
  const { timing } = settling;
  const { uploads, ran, started } = around;
  if (started !== undefined && !isToggled(started, uploads)) {
    const toggles = uploads.filter(({ kind }) => kind === 'toggle');
    if (ran !== undefined) await tellEnd(settling, ran, { ending: await endingIn(timing, uploads, ran) });
    else for (const upload of toggles) await ledTo(upload, started['id'] as number, timing.view);
    return false;
  }
  const toggle = uploads.findLast((upload) => upload['kind'] === 'toggle' && wasRecorded(upload));
  const ending = ran === undefined ? [] : await endingIn(timing, uploads, ran);
  const own = toggle === undefined ? null : await asCalled(timing, toggle);
  const beginner = toggle === undefined || own === null ? null : await beginnerOf(toggle, own, ran);
  if (beginner !== null) return beginMeant(settling, beginner, { ...around, ending });
  if (ran === undefined)
    return toggle !== undefined && started !== undefined
      ? beginNothing(settling, { started, uploads })
      : false;
  return ending.length > 0
    ? endThere(settling, { ...around, ran, ending })
    : runOn(settling, { ...around, ran });
}
