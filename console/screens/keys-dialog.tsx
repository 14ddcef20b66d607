// The list of keys.
import { Dialog } from '../parts/dialog.tsx';
import type { ScreenName } from '../router.ts';
import { keyWords, type KeyWords } from '../words/key-words.ts';
import { language, words } from '../words/words.ts';

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
const everywhere = keysOf('Ctrl_K=palette Ctrl_Z=undo x=stop g_p=people ?=help');
const ofScreens: readonly (readonly [readonly ScreenName[], readonly Key[]])[] = [
  [['today'], keysOf('s=start 1_–_9=number')],
  [['week'], keysOf(`${turning} n=new d=duplicate ${arrows}=walk ␣=lift Enter,_F2=edit`)],
  [['absences'], keysOf('n=new')],
  [['account'], keysOf(`${turning} c=confirm e=export`)],
  [['inbox'], keysOf(`${turning} a=approve r=reject u=undo`)],
  [['presence'], keysOf('/=search')],
  [['people', 'data'], keysOf('/=search n=new')],
  [['calendar'], keysOf(`${turning} /=search ${arrows}=cells`)],
  [['month'], keysOf(`${turning} ⇧_${arrows}=range Enter=why a=approve e=export`)],
  [['reports'], keysOf('e=export')],
];

/** Shows which keys do what. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const w = words.value;
  const k = keyWords[language.value];
  const groups = ofScreens.map(
    ([screens, keys]) => [screens.map((name) => w.screens[name]).join(', '), keys] as const,
  );
  return (
    <Dialog title={k.title} closeLabel={w.general.close} onClose={onClose} isWide>
      <div class="key-groups">
        {[[k.everywhere, everywhere] as const, ...groups].map(([title, keys]) => (
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
