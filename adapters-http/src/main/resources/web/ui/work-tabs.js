import { tabs } from './tabs.js';

/** The pages about work, in the order of their tabs: `[address, label]`. @type {[string, string][]} */
export const WORK = [['/tasks', 'Tasks'], ['/schedules', 'Schedules'], ['/triggers', 'Triggers'], ['/webhooks', 'Webhooks']];

/** The tabs that lead from one of these pages to the others. @param {string} current the address of this one */
export const workTabs = (current) => tabs('Work', WORK.map(([href, label]) => [href, label, href === current]));
