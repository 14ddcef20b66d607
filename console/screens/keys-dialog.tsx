// The list of keys that the person has use for.
import { Dialog } from '../parts/dialog.tsx';
import type { ScreenName } from '../router.ts';
import { mayPostDate } from '../store/bookings.ts';
import { reachesOthers } from '../store/session.ts';
import { keyWords, type KeyWords } from '../words/key-words.ts';
import { language, words } from '../words/words.ts';
import { mayStart } from './timer-actions.ts';
import { barScreens, moreScreens } from './visible-screens.ts';

type Key = readonly [key: string, word: keyof KeyWords];

/** `j=next k=previous`: underscores stand for spaces within a key. */
function keysOf(text: string): readonly Key[] {
  return text.split(' ').map((one) => {
    const [, key = '', word = ''] = /^(.+)=(\w+)$/.exec(one) ?? [];
    return [key.replaceAll('_', ' '), word] as unknown as Key;
  });
}

const arrows = '←_↑_↓_→';
const turning = 'j_k=weekForth';

type Group = readonly [readonly ScreenName[], readonly Key[]];

/** Keys of the screens that the person has, as far as the person may do what they do. */
function ofScreens(): readonly Group[] {
  const shown = new Set([...barScreens.value, ...moreScreens.value]);
  const clock = mayStart.value ? keysOf('s=start 1_–_9=number') : [];
  const copy = mayPostDate.value ? 'd=duplicate ' : '';
  const approve = reachesOthers('approveTimesheetAccountings') ? 'a=approveDays ' : '';
  const all: readonly Group[] = [
    [['today'], clock],
    [['week'], keysOf(`${turning} n=new ${copy}${arrows}=walk ␣=lift Enter,_F2=edit`)],
    [['absences'], keysOf('n=new')],
    [['account'], keysOf(`${turning} c=confirm e=export`)],
    [['inbox'], keysOf(`${turning} a=approve r=reject u=undo`)],
    [['presence'], keysOf('/=search')],
    [['people', 'data'], keysOf('/=search n=new')],
    [['calendar'], keysOf(`${turning} /=search ${arrows}=cells Enter=absence`)],
    [['month'], keysOf(`${turning} ⇧_${arrows}=range Enter=why ${approve}e=export`)],
    [['reports'], keysOf('e=export')],
  ];
  return all
    .map(([screens, keys]): Group => [screens.filter((name) => shown.has(name)), keys])
    .filter(([screens, keys]) => screens.length > 0 && keys.length > 0);
}

function everywhere(): readonly Key[] {
  const people = moreScreens.value.includes('people') ? 'g_p=people ' : '';
  return keysOf(`Ctrl_K=palette Ctrl_Z=undo x=stop ${people}?=help`);
}

/** Shows which keys do what. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const w = words.value;
  const k = keyWords[language.value];
  const groups = ofScreens().map(
    ([screens, keys]) => [screens.map((name) => w.screens[name]).join(', '), keys] as const,
  );
  return (
    <Dialog title={k.title} closeLabel={w.general.close} onClose={onClose} isWide>
      <div class="key-groups">
        {[[k.everywhere, everywhere()] as const, ...groups].map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, word]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{k[word]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
