import { post } from '../api.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { field } from './field.js';
import { plural } from './format.js';
import { problem } from './states.js';
import { toast } from './toast.js';

/**
 * Asks which of the user's own tasks that failed, or were cancelled, are to be repeated; true when some are.
 *
 * @param {string[]} types
 * @param {{ status: string, type: string }} chosen the filters of the list
 * @returns {Promise<boolean>}
 */
export async function retryMany(types, chosen) {
  /** @type {Api.Failure | undefined} */
  let error;
  let isSending = false;
  const answer = await openDialog({
    title: 'Retry many tasks',
    body: ({ close, update }) => {
      /** @param {Ui.On<HTMLFormElement>} event */
      const send = async (event) => {
        event.preventDefault();
        if (isSending) return;
        const { status, type, since } = Object.fromEntries(new FormData(event.target));
        isSending = true;
        error = undefined;
        update();
        try {
          const from = since ? new Date(String(since)).toISOString() : undefined;
          close(await post('/web/api/v1/tasks/retry', { status, ...(type ? { type } : {}), ...(from ? { since: from } : {}) }));
        } catch (failure) {
          error = /** @type {Api.Failure} */ (failure);
        }
        isSending = false;
        update();
      };
      return html`<form id="retry-many" class="stack wide" @submit=${send}>${error ? problem(error) : nothing}
        <p class="small">Your own tasks that ended so are put into the queue again, each once, without steps of workflows.</p>
        ${field('retry-status', 'Tasks that', html`<select class="input" id="retry-status" name="status">
          <option value="failed">failed</option>
          <option value="cancelled" ?selected=${chosen.status === 'cancelled'}>were cancelled</option></select>`)}
        ${field('retry-type', 'Of the type', html`<select class="input" id="retry-type" name="type"><option value="">any</option>
          ${types.map((each) => html`<option value=${each} ?selected=${each === chosen.type}>${each}</option>`)}</select>`)}
        ${field('retry-since', 'Ended after', html`<input class="input" id="retry-since" name="since" type="datetime-local"
          aria-describedby="retry-since-hint">`, 'Without a time, all')}</form>`;
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form="retry-many" aria-busy=${isSending}>Retry them</button>`,
  });
  if (answer) toast(answer.count ? `${plural(answer.count, 'task')} queued again` : 'There is no such task to retry');
  return Boolean(answer?.count);
}
