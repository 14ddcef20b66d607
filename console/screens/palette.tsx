// Ctrl K: goes to a screen, or starts a task.
import { useId, useState } from 'preact/hooks';
import { matching } from '../domain/match.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { addressOf, go } from '../router.ts';
import { keyWords } from '../words/key-words.ts';
import { language, words } from '../words/words.ts';
import { startTask, startableTasks, taskName } from './timer-actions.ts';
import { barScreens, moreScreens } from './visible-screens.ts';

interface Choice {
  readonly key: string;
  readonly text: string;
  readonly icon: 'arrow-right' | 'play';
  readonly act: () => void;
}

/** Shows the palette. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const w = words.value;
  const k = keyWords[language.value];
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const choices: readonly Choice[] = [
    ...[...barScreens.value, ...moreScreens.value].map((name) => ({
      key: name,
      text: w.screens[name],
      icon: 'arrow-right' as const,
      act: () => go(addressOf(name)),
    })),
    ...startableTasks.value.map((task) => ({
      key: `task-${task.id}`,
      text: w.today.startTask(taskName(task.id)),
      icon: 'play' as const,
      act: () => void startTask(task.id),
    })),
  ];
  const found = matching(choices, text, (choice) => choice.text).slice(0, 12);
  const pick = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onClose();
    choice.act();
  };
  return (
    <Dialog title={k.palette} closeLabel={w.general.close} onClose={onClose}>
      <div class="picker open-below">
        <input
          class="input"
          role="combobox"
          autofocus
          autocomplete="off"
          aria-label={k.paletteHint}
          placeholder={k.paletteHint}
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={found[active] ? `${list}-${active}` : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
              event.preventDefault();
              setActive((active + step + found.length) % Math.max(1, found.length));
            } else if (event.key === 'Enter') pick(found[active]);
          }}
        />
        <ul class="options" role="listbox" id={list} aria-label={k.palette}>
          {found.map((choice, index) => (
            <li
              key={choice.key}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              onClick={() => pick(choice)}
            >
              <span class="task-name">
                <Icon name={choice.icon} />
                <span class="text">{choice.text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
