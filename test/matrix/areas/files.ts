// Files of people; those of absences and projects stand in test/files.
import type { Area } from './area.ts';

const write = 'y ! y y ! ! - ! - - #';
const text = (mark: string): string => Buffer.from(`${mark} text\n`).toString('base64');

/** Read by the person and who leads them, written by HR managers and administrators, and by the person who brings one. */
export const files: Area = {
  rights: {
    files: {
      read: 'a a a m m m - o - - #',
      create: 'y ! y y ! ! ! y ! ! #',
      update: write,
      delete: write,
    },
  },
  samples: {
    files: ({ mark, serial, id }) => ({
      user_id: id('users'),
      filename: `${mark}-${serial}.txt`,
      file: text(mark),
      title: `${mark} title`,
      description: `${mark} remark`,
    }),
  },
  harmlessUpdates: { files: { description: 'd' } },
  makers: { files: ({ person }) => ({ user_id: person, filename: 'note.txt', file: text('a') }) },
};
