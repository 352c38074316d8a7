import { html, render, nothing } from 'lit';
import { announce } from './announce.js';
import { icon } from './icon.js';

const SHOWN_MS = 5_000;
/**
 * What can be undone is carried out after this time; while the pointer or the focus is on the message, at the latest
 * after the other one.
 */
const WITH_ACTION_MS = 8_000;
const LONGEST_MS = 30_000;
const MOST = 3;

const box = document.createElement('div');
box.className = 'toasts';
box.setAttribute('role', 'region');
box.setAttribute('aria-label', 'Messages');
box.popover = 'manual';
document.body.append(box);

const shown = () => /** @type {Toast[]} */ ([...box.children]);

/**
 * @typedef {{ undo?: () => unknown, done?: () => unknown, details?: unknown, kind?: '' | 'bad' }} ToastOptions
 *
 * @typedef {HTMLDivElement & { close(): unknown, isPending: boolean, text?: string }} Toast
 */

/**
 * Shows a message for some seconds, longer while the pointer or the focus is on it. The focus returns to where it was.
 *
 * `options`: `undo` is called when Undo is pressed, `kind: 'bad'` marks a failure, `details` is a template below the
 * words, `done` is called when the message or the user
 * leaves and Undo was not pressed (the place to carry out what could be undone).
 *
 * @param {string} text
 * @param {ToastOptions} [options]
 */
export function toast(text, { undo, done, details, kind = '' } = {}) {
  const node = /** @type {Toast} */ (document.createElement('div'));
  node.className = `toast ${kind}`;
  const latest = Date.now() + LONGEST_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isOpen = true;
  /** @type {HTMLElement | null | undefined} */
  let before;
  /** @param {boolean} undone */
  const close = (undone) => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    const hadFocus = node.contains(document.activeElement);
    node.remove();
    if (!box.childElementCount) box.hidePopover();
    /** @type {HTMLElement | null} */
    const main = document.querySelector('#main');
    if (hadFocus) (before?.isConnected ? before : main)?.focus({ preventScroll: true });
    return undone ? undefined : done?.();
  };
  /** @param {number} ms */
  const closeAfter = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => close(false), done ? Math.min(ms, latest - Date.now()) : ms);
  };
  const wait = () => closeAfter(undo || details ? WITH_ACTION_MS : SHOWN_MS);
  const hold = () => (done ? closeAfter(LONGEST_MS) : clearTimeout(timer));
  const undoNow = () => {
    close(true);
    undo?.();
  };
  render(
    html`${kind === 'bad' ? icon('circle-alert') : nothing}<span class="words"><span>${text}</span>${details ?? nothing}</span>
      ${undo ? html`<button class="btn small undo" @click=${undoNow}>Undo</button>` : nothing}
      <button class="btn small only" aria-label="Dismiss" @click=${() => close(false)}>${icon('x', 's')}</button>`,
    node,
  );
  node.addEventListener('pointerenter', hold);
  node.addEventListener('pointerleave', wait);
  node.addEventListener('focusin', ({ relatedTarget }) => {
    const from = /** @type {HTMLElement | null} */ (relatedTarget);
    if (!box.contains(from)) before = from;
    hold();
  });
  node.addEventListener('focusout', wait);
  node.close = () => close(false);
  node.isPending = Boolean(done);
  if (kind === 'bad') node.text = text;
  box.append(node);
  while (box.childElementCount > MOST) shown()[0].close();
  // Shown again each time: the newest popover is above dialogs that were opened meanwhile.
  if (box.matches(':popover-open')) box.hidePopover();
  box.showPopover();
  announce(text);
  wait();
}

/** Carries out the actions that Undo could still prevent. The promise resolves when all of them have a response. */
export const settleToasts = () => Promise.allSettled(shown().filter((node) => node.isPending).map((node) => node.close()));
addEventListener('pagehide', settleToasts);
addEventListener('gh-navigate', settleToasts);

/** Closes the message of a failure that is shown. @param {string} text */
export const closeFailure = (text) => shown().find((node) => node.text === text)?.close();
