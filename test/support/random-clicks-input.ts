// The keys and the texts that random steps draw from.

const letters = [...'jkndarucesxgp/?123'];
const moves =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowRight Shift+ArrowDown Home End Tab Tab Shift+Tab';
const commands = 'Enter Enter Space Escape F2 Delete Control+z Control+k';

/** Keys, as DevTools name them. */
export const keys: readonly string[] = [...letters, ...moves.split(' '), ...commands.split(' ')];

/** Texts: numbers of hours, and what no field expects. */
export const texts: readonly string[] = [
  '8',
  '8:30',
  '830',
  '90m',
  '-5',
  '0',
  '99999999999',
  'Ä ß 😀',
  '<b>x</b>',
  '{}',
  ' ',
  '31.11.2026',
];
