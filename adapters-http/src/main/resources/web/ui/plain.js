/** How much of a text the rows of a list show at most. */
const LONGEST = 600;

/** The beginning of a Markdown text without its syntax, for a row of a list. @param {string} markdown */
export const plain = (markdown) =>
  markdown
    .slice(0, LONGEST)
    .replace(/```\w*/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]) +/gm, '')
    .replace(/(\*\*|__|`|\*)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
