// A definition of workflows while it is edited.

/**
 * A step; `key` stays its own when it is renamed, `isNew` says that its input begins with the defaults of its type, `wrong` what is wrong
 * with its input.
 *
 * @typedef {Api.StepDefinition & {
 *   key: number, input: Record<string, unknown>, dependsOn: string[], isNew?: boolean, wrong?: boolean, faults: [string, string][],
 * }} DraftStep
 *
 * @typedef {{ name: string, steps: DraftStep[], schemaText: string }} Draft
 *
 * @typedef {{ name: string, steps: Api.StepDefinition[], inputSchema?: Api.Schema | null }} Body
 */

let keys = 0;

/** @param {Api.StepDefinition} step @returns {DraftStep} */
const drafted = (step) => ({ ...step, input: step.input ?? {}, dependsOn: step.dependsOn ?? [], key: ++keys, faults: [] });

/** @param {Body} body @returns {Draft} */
export const draftOf = ({ name, steps, inputSchema }) => ({
  name,
  steps: steps.map(drafted),
  schemaText: inputSchema ? JSON.stringify(inputSchema, null, 2) : '',
});

/** @returns {Draft} */
export const newDraft = () => ({ name: '', steps: [newStep([], [])], schemaText: '' });

/**
 * @param {DraftStep[]} steps
 * @param {string[]} dependsOn
 * @returns {DraftStep}
 */
export function newStep(steps, dependsOn) {
  let number = steps.length + 1;
  while (steps.some(({ name }) => name === `step ${number}`)) number += 1;
  return { ...drafted({ name: `step ${number}`, taskType: 'agent', dependsOn }), isNew: true };
}

/** A step as the API takes it: what is absent by default is left out. @param {DraftStep} step @returns {Api.StepDefinition} */
function written({ key: _key, isNew: _new, wrong: _wrong, faults: _faults, ...step }) {
  const kept = Object.entries(step).filter(([, value]) =>
    value !== null && value !== undefined && !(typeof value === 'object' && !Object.keys(value).length));
  return /** @type {Api.StepDefinition} */ (Object.fromEntries(kept));
}

/**
 * The body of a request. The schema is null where there is none.
 *
 * @param {Draft} draft
 * @returns {Body}
 */
export const bodyOf = ({ name, steps, schemaText }) => ({
  name,
  steps: steps.map(written),
  inputSchema: schemaText.trim() ? JSON.parse(schemaText) : null,
});

/**
 * Gives a step another name, also where others refer to it.
 *
 * @param {Draft} draft
 * @param {DraftStep} step
 * @param {string} name
 */
export function rename(draft, step, name) {
  const before = step.name;
  step.name = name;
  for (const other of draft.steps) {
    other.dependsOn = other.dependsOn.map((each) => (each === before ? name : each));
    other.input = /** @type {Record<string, unknown>} */ (renamed(other.input, before, name));
  }
}

/**
 * @param {unknown} value
 * @param {string} before
 * @param {string} name
 * @returns {unknown}
 */
function renamed(value, before, name) {
  if (Array.isArray(value)) return value.map((each) => renamed(each, before, name));
  if (!value || typeof value !== 'object' || JSON.isRawJSON?.(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) =>
    [key, key === '$from' && each === before ? name : renamed(each, before, name)]));
}

/**
 * The names of a step and of all steps that come after it, or before it, directly or not.
 *
 * @param {DraftStep[]} steps
 * @param {string} name
 * @param {'after' | 'before'} way
 */
export function reach(steps, name, way) {
  /** @type {Map<string, string[]>} */
  const next = new Map(steps.map((step) => [step.name, way === 'before' ? step.dependsOn : []]));
  if (way === 'after') for (const step of steps) for (const each of step.dependsOn) next.get(each)?.push(step.name);
  const found = new Set([name]);
  for (const each of found) for (const other of next.get(each) ?? []) found.add(other);
  return found;
}
