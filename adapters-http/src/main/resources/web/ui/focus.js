/**
 * Moves the focus from a row that was deleted, or is back, to the Delete button of the row in its place, of the last
 * one, or to the heading of the page.
 *
 * @param {HTMLElement} page
 * @param {string} rows
 * @param {number} at
 */
export function focusRow(page, rows, at) {
  const row = [...page.querySelectorAll(rows)].slice(0, at + 1).at(-1);
  const heading = page.querySelector('h1');
  /** @type {HTMLElement | null | undefined} */
  const button = row?.querySelector('[title=Delete]');
  if (heading) heading.tabIndex = -1;
  (button ?? heading)?.focus();
}
