// Who uses an assistant or reads a collection: its owner alone, a group, or everyone.
import { session } from '../state.js';
import { chip } from './states.js';

const GROUP = 'group:';

/** @typedef {{ id: string, name: string }} Group */

/** @param {string} visibility @param {Group[]} [groups] */
export function audienceOf(visibility, groups = []) {
  if (visibility === 'everyone') return 'everyone';
  if (!visibility.startsWith(GROUP)) return 'only you';
  return groups.find(({ id }) => id === visibility.slice(GROUP.length))?.name ?? 'a group';
}

/** @param {{ visibility: string }} shared @param {Group[]} [groups] */
export const audience = ({ visibility }, groups) => chip(audienceOf(visibility, groups), 'plain');

/** The visibility of what is shared with a group. @param {string} group */
export const ofGroup = (group) => `${GROUP}${group}`;

/** The choices of the user: `[value, words]`. @param {string} chosen @param {Group[]} groups @returns {[string, string][]} */
export function audiences(chosen, groups) {
  /** @type {[string, string][]} */
  const all = [['private', 'Only you'], ...groups.map(({ id, name }) => /** @type {[string, string]} */ ([ofGroup(id), name]))];
  if (session.isAdmin || chosen === 'everyone') all.push(['everyone', 'Everyone']);
  if (!all.some(([value]) => value === chosen)) all.push([chosen, 'A group']);
  return all;
}
