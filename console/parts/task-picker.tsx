// A field that finds a task by typing (ARIA APG: combobox with a list). Knows tasks, not what is done with them.
import type { Ref } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { matching } from '../domain/match.ts';
import type { Id, Task } from '../domain/rows.ts';
import type { FieldControl } from './field.tsx';
import { pathOf, TaskName } from './task-name.tsx';

interface TaskPickerProps {
  readonly tasks: readonly Task[];
  readonly value: Id | null;
  readonly onPick: (id: Id) => void;
  readonly noMatch: (text: string) => string;
  readonly listLabel: string;
  readonly placeholder?: string;
  readonly control?: FieldControl;
  readonly label?: string;
  /** Whether the list takes room below the field in place of covering what is there. */
  readonly isInline?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

const most = 30;

/** Draws the field and, while it is used, the list. */
export function TaskPicker(props: TaskPickerProps) {
  const { tasks, value, onPick, noMatch, listLabel, control, label, isInline, placeholder, inputRef } = props;
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const chosen = tasks.find((task) => task.id === value);
  const found =
    text === null ? [] : matching(tasks, text, (task) => `${task.name} ${pathOf(task)}`).slice(0, most);
  const isOpen = text !== null;
  const pick = (task: Task | undefined): void => {
    if (task === undefined) return;
    setText(null);
    if (input.current !== null) input.current.value = isInline === true ? '' : task.name;
    onPick(task.id);
  };
  /** What is typed and fits one task is meant to be that task; else the field shows again which one is chosen. */
  const leave = (): void => {
    if (text === null) return;
    const only = text !== '' && found.length === 1 && isInline !== true ? found[0] : undefined;
    if (only !== undefined) return pick(only);
    restore();
  };
  const restore = (): void => {
    setText(null);
    if (input.current !== null) input.current.value = chosen?.name ?? '';
  };
  const press = (event: KeyboardEvent): void => {
    // While its form is sent.
    if (input.current?.readOnly === true) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setText(text ?? '');
      setActive((active + step + Math.max(1, found.length)) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      restore();
    }
  };
  return (
    <div class={`picker ${isInline === true ? 'open-below' : ''}`}>
      <input
        {...control}
        ref={(element) => {
          input.current = element;
          if (typeof inputRef === 'function') inputRef(element);
          else if (inputRef) inputRef.current = element;
        }}
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[active] ? `${list}-${active}` : undefined}
        placeholder={placeholder}
        defaultValue={chosen?.name ?? ''}
        onInput={(event) => {
          // Undo in another field may take back what was typed here: that must not open a list which no blur closes.
          if (event.currentTarget !== document.activeElement) return;
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onPointerDown={(event) => {
          if (isInline !== true && !event.currentTarget.readOnly) setText('');
          // A press into selected text would undo the selection after the click.
          event.currentTarget.setSelectionRange(0, 0);
        }}
        // A press puts the caret somewhere: what is typed next replaces the task that is shown.
        onClick={(event) => {
          if (event.currentTarget.value === chosen?.name) event.currentTarget.select();
        }}
        onBlur={leave}
        onKeyDown={press}
      />
      {isOpen && (
        <Options
          id={list}
          label={listLabel}
          tasks={found}
          active={active}
          onPick={pick}
          none={noMatch(text)}
        />
      )}
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly tasks: readonly Task[];
  readonly active: number;
  readonly onPick: (task: Task) => void;
  readonly none: string;
}

function Options({ id, label, tasks, active, onPick, none }: OptionsProps) {
  if (tasks.length === 0) return <p class="options none">{none}</p>;
  return (
    <ul class="options" role="listbox" id={id} aria-label={label}>
      {tasks.map((task, index) => (
        <li
          key={task.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          ref={(element) => {
            if (index === active) element?.scrollIntoView({ block: 'nearest' });
          }}
          // The field keeps the focus: what is pressed here must not take it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(task)}
        >
          <TaskName task={task} />
          <span class="task-name path">{pathOf(task)}</span>
        </li>
      ))}
    </ul>
  );
}
