// The cases of an assistant: a list, and a form that adds one.
import { html, nothing } from './element.js';
import { field } from './field.js';
import { icon } from './icon.js';
import { chip } from './states.js';

/** @typedef {'input' | 'contains' | 'rubric' | 'required' | 'forbidden'} TextField */

/** What the user has typed. @typedef {Record<TextField, string> & { execute: boolean }} Typed */

/** @returns {Typed} */
export const typedCase = () => ({ input: '', contains: '', rubric: '', required: '', forbidden: '', execute: false });

/** @param {string} text */
const lines = (text) => text.split('\n').map((line) => line.trim()).filter(Boolean);

/** The body of a request. @param {Typed} wanted */
export const caseOf = (wanted) => ({
  input: wanted.input,
  contains: lines(wanted.contains),
  rubric: wanted.rubric.trim() || null,
  requiredTools: lines(wanted.required),
  forbiddenTools: lines(wanted.forbidden),
  execute: wanted.execute,
});

/** What an answer must fulfil, in words. @param {Api.Case} one */
export const conditionsOf = ({ contains, rubric, requiredTools, forbiddenTools }) =>
  [
    contains.length && `contains ${contains.map((text) => `“${text}”`).join(', ')}`,
    rubric && `rubric: ${rubric}`,
    requiredTools.length && `calls ${requiredTools.join(', ')}`,
    forbiddenTools.length && `does not call ${forbiddenTools.join(', ')}`,
  ].filter(Boolean).join(' · ') || 'any answer passes';

/**
 * @param {Api.Case[]} cases
 * @param {boolean} mayChange
 * @param {(one: Api.Case) => unknown} erase
 */
export const caseList = (cases, mayChange, erase) => html`<ul class="items card flush" aria-label="Cases">${cases.map((one) =>
  html`<li><span class="grow"><b class="clip name">${one.input}</b><span class="small wrap">${conditionsOf(one)}</span></span>
  ${one.execute ? chip('executes', 'warn plain') : nothing}${mayChange ? html`<button class="btn quiet only" title="Delete"
    aria-label="Delete the case ${one.input}" @click=${() => erase(one)}>${icon('trash-2')}</button>` : nothing}</li>`)}</ul>`;

/**
 * @param {Typed} wanted
 * @param {{ submit: (event: Event) => unknown, update: () => unknown }} form
 */
export function caseForm(wanted, { submit, update }) {
  /** @param {TextField} name @param {string} label @param {string} hint @param {number} rows */
  const area = (name, label, hint, rows) => field(`case-${name}`, label, html`<textarea class="input" id="case-${name}" rows=${rows}
    ?required=${name === 'input'} maxlength=${name === 'rubric' ? 8_000 : 32_000} aria-describedby=${hint ? `case-${name}-hint` : nothing}
    .value=${wanted[name]} @input=${(/** @type {Ui.On} */ event) => ((wanted[name] = event.target.value), update())}></textarea>`, hint);
  return html`<form class="stack" aria-label="New case" @submit=${submit}>
    ${area('input', 'Question of the case', '', 2)}
    ${area('contains', 'The answer contains', 'One text on each line; upper and lower case count as the same.', 2)}
    ${area('rubric', 'Rubric', 'What a model judges the answer by. It gets no tools.', 2)}
    <div class="cols">${area('required', 'Tools that must be called', 'One on each line; integration.* for any of one.', 2)}
    ${area('forbidden', 'Tools that must not be called', '', 2)}</div>
    <label class="check"><input type="checkbox" .checked=${wanted.execute} @change=${(/** @type {Ui.On} */ event) =>
      ((wanted.execute = event.target.checked), update())}>Carry out calls that change something</label>
    <div class="row"><button class="btn">${icon('plus')}Add the case</button></div></form>`;
}
