// The choice among models, by provider.
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { icon } from './icon.js';

/**
 * The models by provider, in the order of the list.
 *
 * @param {Api.Model[]} models
 */
export const byProvider = (models) => [...Map.groupBy(models, ({ provider }) => provider ?? '')];

/** @param {Api.Model} model */
export const nameOf = ({ id, name }) => name ?? id;

/** What a model may be marked with: `[capability, icon, words]`. @type {[string, string, string][]} */
export const CAPABILITIES = [['images', 'image', 'sees pictures'], ['reasoning', 'brain', 'reasons']];

/** The marks of what a model can do. @param {Pick<Api.Model, 'capabilities'>} model */
export const marks = ({ capabilities = [] }) =>
  CAPABILITIES.filter(([name]) => capabilities.includes(name)).map(([, symbol, words]) => html`<span class="capability" role="img"
    aria-label=${words} title=${words}>${icon(symbol, 's')}</span>`);

/**
 * Asks for one of many models, which the user can search; undefined when the user cancelled.
 *
 * @param {Api.Model[]} models
 * @param {string | undefined} current
 * @returns {Promise<string | undefined>}
 */
export function pickModel(models, current) {
  let words = '';
  const found = () => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return models.filter(({ id, name, provider, capabilities = [] }) => {
      const can = CAPABILITIES.flatMap(([capability, , words]) => (capabilities.includes(capability) ? [words] : []));
      const text = [provider, id, name, ...can].join(' ').toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  };
  return openDialog({
    title: 'Choose a model',
    body: ({ close, update }) => {
      const shown = found();
      /** @param {Event} event */
      const first = (event) => {
        event.preventDefault();
        if (shown[0]) close(shown[0].id);
      };
      return html`<form class="stack" @submit=${first}>
        <label class="search">${icon('search')}<span class="unseen">Search models</span><input class="input" type="search" autofocus
          maxlength="200" placeholder="Search models" @input=${(/** @type {Ui.On} */ event) => ((words = event.target.value), update())}>
        </label>
        <div class="picks" tabindex="-1">${byProvider(shown).map(([provider, some]) => html`<div role="group"
          aria-label=${provider || 'Models'}>${provider ? html`<div class="label" aria-hidden="true">${provider}</div>` : nothing}
          ${some.map((model) => html`<button type="button" class="btn quiet" aria-pressed=${model.id === current}
            @click=${() => close(model.id)}><span class="clip grow">${nameOf(model)}</span>${marks(model)}${model.id === current
              ? icon('check', 's') : nothing}</button>`)}</div>`)}
          ${shown.length ? nothing : html`<p class="small">No model has these words in its name, provider or marks.</p>`}</div></form>`;
    },
  });
}
