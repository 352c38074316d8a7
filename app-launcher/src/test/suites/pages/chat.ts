import { expect, type Page } from '@playwright/test';

const WORD_BY_WORD = 'Guildhall demo: the same, word by word';

/** The screens that the chat is used on, each with the options of its browser. */
export const SCREENS = [
  ['a desk', {}],
  ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const;

export const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const conversation = (page: Page) => page.getByRole('log', { name: 'Messages' });
export const answers = (page: Page) => conversation(page).locator('gh-markdown');
export const toast = (page: Page, words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words, { exact: true });

export async function ask(page: Page, text: string) {
  await message(page).fill(text);
  // On a phone the key Enter begins a line.
  const isPhone = await page.evaluate(() => matchMedia('(hover: none)').matches);
  await message(page).press(isPhone ? 'Control+Enter' : 'Enter');
}

/** Asks in a new chat and waits for the end of the answer. */
export async function chat(page: Page, text: string) {
  await page.goto('/');
  await ask(page, text);
  await answered(page);
}

export async function answered(page: Page) {
  await expect(page).toHaveURL(/\/chats\/./);
  await expect(page.getByRole('button', { name: 'Answer again' })).toBeVisible();
}

/** Chooses the model that sends twenty words a second. */
export async function chooseSlowModel(page: Page) {
  await page.getByRole('button', { name: 'Model: demo', exact: true }).click();
  await page.getByRole('menuitemradio', { name: WORD_BY_WORD }).click();
}

/** Chooses an entry in the menu of the current chat. */
export async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: 'More about this chat' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
