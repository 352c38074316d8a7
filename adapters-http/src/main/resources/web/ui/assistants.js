// Assistants: where they are, and the choice among them.
import { assistants } from '../state.js';
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { icon } from './icon.js';

export const ASSISTANTS = '/web/agent/api/assistants';

/** @param {string} id */
export const addressOf = (id) => `${ASSISTANTS}/${encodeURIComponent(id)}`;

/**
 * Asks for one of the assistants, which the user can search: its id, '' for none, undefined when the user cancelled.
 *
 * @param {string | undefined} current
 * @returns {Promise<string | undefined>}
 */
export function pickAssistant(current) {
  let words = '';
  const found = () => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return assistants.items.filter(({ name, description }) => {
      const text = `${name} ${description ?? ''}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  };
  return openDialog({
    title: 'Choose an assistant',
    body: ({ close, update }) => {
      const shown = found();
      /** @param {Event} event */
      const first = (event) => {
        event.preventDefault();
        if (shown[0]) close(shown[0].id);
      };
      return html`<form class="stack" @submit=${first}>
        <label class="search">${icon('search')}<span class="unseen">Search assistants</span><input class="input" type="search" autofocus
          maxlength="200" placeholder="Search assistants"
          @input=${(/** @type {Ui.On} */ event) => ((words = event.target.value), update())}></label>
        <div class="picks" tabindex="-1"><div role="group" aria-label="Assistants">
          ${!words ? html`<button type="button" class="btn quiet" aria-pressed=${!current} @click=${() => close('')}><span
            class="clip grow">No assistant</span>${current ? nothing : icon('check', 's')}</button>` : nothing}
          ${shown.map(({ id, name }) => html`<button type="button" class="btn quiet" aria-pressed=${id === current}
            @click=${() => close(id)}><span class="clip grow">${name}</span>${id === current ? icon('check', 's') : nothing}</button>`)}
          </div>${shown.length ? nothing : html`<p class="small">No assistant has these words in its name or description.</p>`}</div>
        <a class="btn" href="/assistants" @click=${() => close()}>${icon('bot')}All assistants</a></form>`;
    },
  });
}
