import type { Page } from 'playwright-core';

/** Signs in with the link of the page. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await identify(page, person);
}

/** On the page of the tests' provider. */
export async function identify(page: Page, person: string): Promise<void> {
  await page.getByPlaceholder('Enter any login', { exact: true }).fill(person);
  await page.getByPlaceholder('and password', { exact: true }).fill('any');
  await page.getByRole('button', { name: 'Sign-in', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByText(`Name of ${person}`, { exact: true }).waitFor();
}
