import { toast } from './toast.js';

/**
 * Copies text and announces that.
 *
 * @param {string} text
 * @param {string} [words]
 */
export async function copy(text, words = 'Copied') {
  if (await write(text)) toast(words);
  else toast('The browser does not let this page copy', { kind: 'bad' });
}

/**
 * Browsers have a clipboard for scripts only where the connection is secure, or the server is this machine.
 *
 * @param {string} text
 */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeSelected(text);
  }
}

/** A selection may be copied anywhere, while a click is handled. @param {string} text */
function writeSelected(text) {
  const area = document.createElement('textarea');
  Object.assign(area, { value: text, readOnly: true, className: 'unseen', ariaHidden: 'true' });
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  // What is outside of a modal dialog takes no focus.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(area);
  area.select();
  area.setSelectionRange(0, text.length);
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    before?.focus?.({ preventScroll: true });
  }
}
