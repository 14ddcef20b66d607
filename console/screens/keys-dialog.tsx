// The list of keys.
import { Dialog } from '../parts/dialog.tsx';
import { words } from '../words/words.ts';

/** Shows which keys do what. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const w = words.value;
  const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      w.keys.everywhere,
      [
        ['Ctrl K', w.keys.palette],
        ['Ctrl Z', w.keys.undo],
        ['x', w.keys.stop],
        ['g p', w.keys.people],
        ['?', w.keys.help],
      ],
    ],
    [
      w.screens.today,
      [
        ['s', w.keys.start],
        ['1 – 9', w.keys.number],
      ],
    ],
    [
      w.screens.week,
      [
        ['j  k', w.keys.weekForth],
        ['n', w.keys.new],
        ['d', w.keys.duplicate],
        ['← ↑ ↓ →', w.keys.walk],
        ['␣', w.keys.lift],
        ['Enter, F2', w.keys.edit],
      ],
    ],
    [w.screens.absences, [['n', w.keys.new]]],
    [
      w.screens.account,
      [
        ['j  k', w.keys.weekForth],
        ['c', w.keys.confirm],
      ],
    ],
    [
      w.screens.inbox,
      [
        ['j  k', w.keys.weekForth],
        ['a', w.keys.approve],
        ['r', w.keys.reject],
        ['u', w.keys.undo],
      ],
    ],
    [w.screens.presence, [['/', w.keys.search]]],
    [
      `${w.screens.people}, ${w.screens.data}`,
      [
        ['/', w.keys.search],
        ['n', w.keys.new],
      ],
    ],
    [
      w.screens.calendar,
      [
        ['j  k', w.keys.weekForth],
        ['/', w.keys.search],
        ['← ↑ ↓ →', w.keys.cells],
      ],
    ],
    [
      w.screens.month,
      [
        ['j  k', w.keys.weekForth],
        ['⇧ ← ↑ ↓ →', w.keys.range],
        ['Enter', w.keys.why],
        ['a', w.keys.approve],
      ],
    ],
  ];
  return (
    <Dialog title={w.keys.title} closeLabel={w.general.close} onClose={onClose} isWide>
      <div class="key-groups">
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
