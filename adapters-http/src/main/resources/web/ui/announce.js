// One live region for the whole application. It gets whole sentences.
const region = document.createElement('div');
region.className = 'unseen';
region.setAttribute('aria-live', 'polite');
region.setAttribute('role', 'status');
document.body.append(region);

const MOST_LINES = 8;

/** Text without Markdown syntax. @param {string} text */
export const spoken = (text) =>
  text
    .replace(/```[\s\S]*?(```|$)/g, ' Code. ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** @param {string} text */
export function announce(text) {
  const words = text.trim();
  if (!words) return;
  const line = document.createElement('p');
  line.textContent = words;
  region.append(line);
  while (region.childElementCount > MOST_LINES) region.firstElementChild?.remove();
}
