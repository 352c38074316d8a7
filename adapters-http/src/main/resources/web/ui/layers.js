/** Lays out a graph of steps in layers: each step one layer behind the last of those that it depends on. */
const SWEEPS = 6;

/** @typedef {{ name: string, dependsOn: string[] }} Step */

/**
 * @param {Step[]} steps without a cycle
 * @returns {string[][]} layers of names, ordered so that few edges cross
 */
export function layers(steps) {
  const known = new Map(steps.map(step => [step.name, step]));
  const before = new Map(steps.map(step => [step.name, step.dependsOn.filter(name => known.has(name))]));
  const after = followers(steps, before);
  const rows = group(steps, depths(steps, before));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    const order = down ? rows : [...rows].reverse();
    for (let i = 1; i < order.length; i++) sort(order[i], rows, down ? before : after);
  }
  return rows;
}

/**
 * @param {Step[]} steps
 * @param {Map<string, string[]>} before
 * @returns {Map<string, string[]>}
 */
function followers(steps, before) {
  const after = new Map(steps.map(step => [step.name, /** @type {string[]} */ ([])]));
  before.forEach((names, name) => names.forEach(earlier => after.get(earlier)?.push(name)));
  return after;
}

/**
 * @param {Step[]} steps
 * @param {Map<string, string[]>} before
 * @returns {Map<string, number>}
 */
function depths(steps, before) {
  /** @type {Map<string, number>} */
  const depth = new Map();
  const waiting = new Map(steps.map(step => [step.name, (before.get(step.name) ?? []).length]));
  const ready = steps.filter(step => !waiting.get(step.name)).map(step => step.name);
  const after = followers(steps, before);
  for (const name of ready) {
    depth.set(name, Math.max(-1, ...(before.get(name) ?? []).map(earlier => depth.get(earlier) ?? 0)) + 1);
    for (const next of after.get(name) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return depth;
}

/**
 * @param {Step[]} steps
 * @param {Map<string, number>} depth
 */
function group(steps, depth) {
  /** @type {string[][]} */
  const rows = [];
  for (const step of steps) (rows[depth.get(step.name) ?? 0] ??= []).push(step.name);
  return rows;
}

/**
 * By the mean position of the neighbours (barycentre), each position as a share of its row.
 *
 * @param {string[]} row
 * @param {string[][]} rows
 * @param {Map<string, string[]>} neighbours
 */
function sort(row, rows, neighbours) {
  /** @type {Map<string, number>} */
  const place = new Map();
  rows.forEach(each => each.forEach((name, i) => place.set(name, (i + 0.5) / each.length)));
  /** @param {string} name */
  const centre = name => {
    const near = neighbours.get(name) ?? [];
    return near.length ? near.reduce((sum, other) => sum + (place.get(other) ?? 0), 0) / near.length : (place.get(name) ?? 0);
  };
  const centres = new Map(row.map(name => [name, centre(name)]));
  row.sort((a, b) => (centres.get(a) ?? 0) - (centres.get(b) ?? 0));
}
