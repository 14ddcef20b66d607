// Who is assigned to nodes, favourites and to-dos, shared terminals.
import { password } from '../../support/installation.ts';
import { masterData, none, type Area, type Making } from './area.ts';

const chosen = {
  read: 'a a a m m m - o - - #',
  create: 'y ! y y y y ! y ! ! #',
  update: none,
  delete: 'y ! y y y y - y - - #',
};

const terminalLinks = { ...masterData, update: none };

/** What the matrices must know of them. */
export const nodes: Area = {
  rights: {
    nodesToUsers: {
      read: 'a a a m m m - o - - #',
      create: 'y ! y y y y ! y ! ! #',
      update: 'y ! y y y y - y - - #',
      delete: 'y ! y y y y ! ! ! - #',
    },
    favouriteTasks: chosen,
    todoTasks: chosen,
    recentTasks: { read: 'a a a m m m - o - - #', create: none, update: none, delete: none },
    multiuserToTasks: terminalLinks,
    multiuserToUsers: terminalLinks,
  },
  probes: { nodesToUsers: { o: 'target_duration', m: 'revenue_per_hour' } },
  samples: {
    nodesToUsers: ({ id }) => ({ node: id('projects'), user: id('users'), access: 1, revenue_per_hour: 50 }),
    favouriteTasks: ({ id }) => ({ node_id: id('tasks'), user_id: id('users') }),
    todoTasks: ({ id }) => ({ node_id: id('tasks'), user_id: id('users') }),
    multiuserToTasks: ({ id }) => ({ task_id: id('tasks'), multiuser_id: id('terminals') }),
    multiuserToUsers: ({ id }) => ({ assigned_user_id: id('users'), user_id: id('terminals') }),
  },
  harmlessUpdates: { nodesToUsers: { is_todo: 1 } },
  makers: {
    nodesToUsers: async (making) => ({ node: await newTask(making), user: making.person, is_favourite: 1 }),
    favouriteTasks: async (making) => ({ node_id: await newTask(making), user_id: making.person }),
    todoTasks: async (making) => ({ node_id: await newTask(making), user_id: making.person }),
    multiuserToTasks: async (making) => ({
      task_id: await newTask(making),
      multiuser_id: await newTerminal(making),
    }),
    multiuserToUsers: async (making) => ({
      assigned_user_id: making.person,
      user_id: await newTerminal(making),
    }),
  },
};

async function newTask({ company, number }: Making): Promise<number> {
  const row = await company.machine.create('tasks', { name: `Task ${number}`, mother_id: 3 });
  return row['id'] as number;
}

async function newTerminal({ company, number }: Making): Promise<number> {
  const names = { username: `terminal.${number}`, firstname: 'Terminal', lastname: String(number) };
  const row = await company.machine.create('users', { ...names, password, internal_user_group: 3 });
  return row['id'] as number;
}
