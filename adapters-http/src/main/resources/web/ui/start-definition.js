import { post } from '../api.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import './input-form.js';
import { navigate } from './router.js';
import { problem } from './states.js';

/** The kept definitions of workflows. */
export const DEFINITIONS = '/web/api/v1/workflow-definitions';

/**
 * Asks for the input of a definition, starts a workflow of it and shows its page.
 *
 * @param {Pick<Api.Definition, 'id' | 'name' | 'version' | 'inputSchema'>} definition
 */
export async function startDefinition({ id, name, version, inputSchema }) {
  /** @type {Api.Failure | undefined} */
  let error;
  let isSending = false;
  const started = await openDialog({
    title: `Start ${name}`,
    body: ({ close, update }) => {
      /** @param {Ui.On<HTMLFormElement>} event */
      const send = async (event) => {
        event.preventDefault();
        /** @type {import('./input-form.js').InputForm | null} */
        const form = event.target.querySelector('gh-input-form');
        const input = form?.values();
        if (!input || isSending) return;
        isSending = true;
        error = undefined;
        update();
        try {
          close(await post(`${DEFINITIONS}/${id}/start`, { input, version }));
        } catch (failure) {
          error = /** @type {Api.Failure} */ (failure);
        }
        isSending = false;
        update();
      };
      return html`<form id="start-definition" class="stack wide" novalidate @submit=${send}>
        ${error ? problem(error) : nothing}<gh-input-form prefix="start" .schema=${inputSchema ?? undefined}></gh-input-form></form>`;
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form="start-definition" aria-busy=${isSending}>Start the workflow</button>`,
  });
  if (started) navigate(`/workflows/${started.id}`);
}
