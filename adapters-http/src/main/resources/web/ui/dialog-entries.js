// Each open dialog has an entry of the browser's history, so that Back closes the dialog and not the page.

/** The open dialogs, the topmost last: `{id, dialog}`. @type {{ id: number, dialog: HTMLDialogElement }[]} */
const open = [];
let opened = Date.now();
/**
 * What waits until the entry of a closed dialog is left; undefined while none is being left.
 *
 * @type {(() => unknown)[] | undefined}
 */
let waiting;

/**
 * Runs `act` when no entry of a closed dialog is being left any more: a history that moves would undo it.
 *
 * @param {() => unknown} act
 */
export function settled(act) {
  if (waiting) waiting.push(act);
  else act();
}

/** Adds the entry of a dialog that is about to be shown. It is left when the dialog closes. @param {HTMLDialogElement} dialog */
export function addEntry(dialog) {
  const id = (opened += 1);
  open.push({ id, dialog });
  settled(() => open.some((each) => each.id === id) && push(id));
  dialog.addEventListener('close', () => {
    open.splice(open.findIndex((each) => each.id === id), 1);
    // Another page or dialog may follow at once and take over the entry.
    setTimeout(() => settled(() => history.state?.dialog === id && leave()));
  });
}

/** @param {number} id */
function push(id) {
  const below = history.state?.dialog;
  const isLeft = below && !open.some((each) => each.id === below && each.dialog.open);
  history[isLeft ? 'replaceState' : 'pushState']({ ...history.state, dialog: id }, '');
}

function leave() {
  waiting = [];
  history.back();
}

addEventListener('popstate', () => {
  if (waiting) {
    const acts = waiting;
    waiting = undefined;
    acts.forEach(settled);
    return;
  }
  for (const { id, dialog } of open.toReversed()) {
    if (id === history.state?.dialog) return;
    dialog.close();
  }
});

// After a reload no dialog is open.
if (history.state?.dialog) leave();
