// A dialog with a form whose fields say what the server refused about them.
import { openDialog } from './dialog.js';
import { html, nothing } from './element.js';
import { refusal, sentence } from './error-text.js';
import { problem } from './states.js';

/** What a refused request says of the fields of its body. What no field of the form shows is shown above the form. */
export class Faults {
  /** @type {Set<Api.Fault>} */
  #shown = new Set();

  /** @param {Api.Failure} [failure] */
  constructor(failure) {
    this.failure = failure;
    this.all = failure?.faults ?? [];
  }

  /** What is wrong with the field of that path, or with what is in it; the caller shows it. @param {string} path */
  in(path) {
    const found = this.all.filter((each) => each.path === path || each.path.startsWith(`${path}.`) || each.path.startsWith(`${path}[`));
    found.forEach((each) => this.#shown.add(each));
    return found.map(({ text }) => sentence(text)).join(' ') || undefined;
  }

  /** The failure without what fields show; undefined when they show all of it. */
  get rest() {
    const left = this.all.filter((each) => !this.#shown.has(each));
    if (!this.failure || !this.#shown.size) return this.failure;
    return left.length ? { ...this.failure, message: refusal(left.map(({ path, text }) => `${path}: ${text}`).join('; ')) } : undefined;
  }
}

/**
 * Asks for what a form takes and sends it: what `send` returned; undefined when the user left the dialog. `send` returns undefined,
 * too, when the form itself shows that something is wrong. `action` is the verb on the button, and `id` that of the form.
 *
 * @template T
 * @param {{
 *   title: string, action: string, id: string, fields: (form: { faults: Faults, update: () => void }) => unknown,
 *   send: (form: HTMLFormElement) => Promise<T | undefined>,
 * }} form
 * @returns {Promise<T | undefined>}
 */
export function formDialog({ title, action, id, fields, send }) {
  let faults = new Faults();
  let isBusy = false;
  return openDialog({
    title,
    wide: true,
    body: ({ close, update }) => {
      /** @param {Ui.On<HTMLFormElement>} event */
      const submit = async (event) => {
        event.preventDefault();
        if (isBusy) return;
        isBusy = true;
        faults = new Faults();
        update();
        try {
          const answer = await send(event.target);
          if (answer !== undefined) close(answer);
        } catch (error) {
          faults = new Faults(/** @type {Api.Failure} */ (error));
        }
        isBusy = false;
        update();
        if (faults.failure) requestAnimationFrame(() => focusFault(event.target));
      };
      // The fields are made first: the failure leaves out what they show.
      const shown = fields({ faults, update });
      return html`<form id=${id} class="stack wide" @submit=${submit}>${faults.rest ? problem(faults.rest) : nothing}${shown}</form>`;
    },
    foot: ({ close }) => html`<button class="btn" @click=${() => close()}>Cancel</button>
      <button class="btn main" form=${id} aria-busy=${isBusy}>${action}</button>`,
  });
}

/** @param {HTMLFormElement} form */
function focusFault(form) {
  /** @type {HTMLElement | null} */
  const input = form.querySelector('[aria-invalid="true"]');
  const group = input?.closest('details');
  if (group) group.open = true;
  if (input) input.focus();
  else form.querySelector('.problem')?.scrollIntoView({ block: 'nearest' });
}
