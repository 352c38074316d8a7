// The results of an evaluation beside those of an earlier version.
import { html, nothing } from './element.js';
import { icon } from './icon.js';
import { chip } from './states.js';

/** @param {Api.CaseResult | undefined} result */
const resultChip = (result) => (result ? chip(result.passed ? 'passed' : 'failed', result.passed ? 'good' : 'bad') : chip('–', 'plain'));

/** @param {number} version @param {Api.CaseResult | undefined} result */
const details = (version, result) => (result ? html`<div class="stack tight"><h3>Version ${version}</h3>
  ${result.reasons.length ? html`<ul class="plain">${result.reasons.map((reason) => html`<li class="wrap">${reason}</li>`)}</ul>` : nothing}
  <p class="wrap">${result.answer || 'No answer.'}</p>
  ${result.toolsUsed.length ? html`<p class="small">Called: ${result.toolsUsed.join(', ')}</p>` : nothing}</div>` : nothing);

/**
 * A row for each case that has a result. `opened` names the case whose answers are shown.
 *
 * @param {{ newest: Api.Evaluation, earlier?: Api.Evaluation, cases: Api.Case[], opened?: string, open: (id: string) => unknown }} shown
 */
export function resultTable({ newest, earlier, cases, opened, open }) {
  /** @param {Api.Evaluation | undefined} evaluation @param {string} id */
  const of = (evaluation, id) => evaluation?.results.find(({ caseId }) => caseId === id);
  const inputs = new Map(cases.map(({ id, input }) => [id, input]));
  return html`<div class="table-box"><table class="table"><thead><tr><th scope="col">Case</th><th scope="col">Version ${newest.version}</th>
    ${earlier ? html`<th scope="col">Version ${earlier.version}</th>` : nothing}</tr></thead>
    <tbody>${newest.results.map((result) => {
      const { caseId } = result;
      const isOpen = caseId === opened;
      const before = of(earlier, caseId);
      return html`<tr><td><button class="btn quiet small wraps" aria-expanded=${isOpen} @click=${() => open(isOpen ? '' : caseId)}
        >${icon(isOpen ? 'chevron-down' : 'chevron-right', 's')}<span>${inputs.get(caseId) ?? 'A deleted case'}</span></button></td>
        <td>${resultChip(result)}</td>${earlier ? html`<td>${resultChip(before)}</td>` : nothing}</tr>
        ${isOpen ? html`<tr><td colspan=${earlier ? 3 : 2}><div class="stack">${details(newest.version, result)}
          ${earlier ? details(earlier.version, before) : nothing}</div></td></tr>` : nothing}`;
    })}</tbody></table></div>`;
}
