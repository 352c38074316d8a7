import { html } from './element.js';
import { openDialog } from './dialog.js';
import { field } from './field.js';
import { money } from './format.js';

const MOST = 1_000_000_000;

/** @typedef {{ amount: string, currency: string, period: string }} TypedBudget */

/**
 * The fields of a budget; `set(name, value)` gets what the user types.
 *
 * @param {TypedBudget} budget
 * @param {(name: keyof TypedBudget, value: string) => unknown} set
 */
export const budgetFields = (budget, set) => html`<div class="budget">
  ${field('budget-amount', 'Amount', html`<input class="input" id="budget-amount" type="number" min="0" max=${MOST} step="0.000001"
    .value=${budget.amount} aria-describedby="budget-amount-hint"
    @input=${(/** @type {Ui.On} */ event) => set('amount', event.target.value)}>`, 'Empty: no budget')}
  ${field('budget-currency', 'Currency', html`<input class="input" id="budget-currency" maxlength="3" pattern="[A-Z]{3}" autocomplete="off"
    .value=${budget.currency} @input=${(/** @type {Ui.On} */ event) => set('currency', event.target.value)}>`)}
  <div class="field"><label class="label" for="budget-period">Renewed each</label><select class="input" id="budget-period"
    @change=${(/** @type {Ui.On} */ event) => set('period', event.target.value)}>
    ${['day', 'month'].map((period) => html`<option value=${period}
      ?selected=${period === budget.period}>${period}</option>`)}</select></div>
</div>`;

/** A budget as the fields show it. @param {Api.Budget | null} [budget] */
export const typed = (budget) => ({
  amount: String(budget?.amount ?? ''),
  currency: budget?.currency ?? 'USD',
  period: budget?.period ?? 'month',
});

/** What the server takes; null when there is no amount. @param {TypedBudget} budget */
export const asked = ({ amount, currency, period }) =>
  String(amount).trim() === '' ? null : { amount: Number(amount), currency: currency.trim(), period };

/** A budget and what was used of it, in words. @param {Api.Budget} budget */
export const budgetText = ({ amount, currency, period, used }) =>
  `${money(used ?? 0, currency)} of ${money(amount, currency)} this ${period}`;

/**
 * Asks for a budget; null removes it, undefined when the user cancelled.
 *
 * @param {string} title
 * @param {Api.Budget | null} [present]
 */
export function budgetDialog(title, present) {
  const budget = typed(present);
  return openDialog({
    title,
    body: ({ close }) => html`<form id="budget" class="stack"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), close(asked(budget)))}>
      <p class="small">A limit for the cost of models. Requests beyond it are refused until the next period.</p>
      ${budgetFields(budget, (name, value) => (budget[name] = value))}</form>`,
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button><button class="btn main"
      form="budget">Save</button>`,
  });
}
