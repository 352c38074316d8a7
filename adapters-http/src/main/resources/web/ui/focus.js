/** Moves the focus from a row that was deleted, or is back, to the Delete button of the row in its place, of the last one, or to the heading of the page. */
export function focusRow(page, rows, at) {
  const row = [...page.querySelectorAll(rows)].slice(0, at + 1).at(-1);
  const heading = page.querySelector('h1');
  heading.tabIndex = -1;
  (row?.querySelector('[title=Delete]') ?? heading).focus();
}
