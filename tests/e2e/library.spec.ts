import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Course } from '../../web/lectures/model/course';
import { violations } from './support/axe';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

const course = JSON.parse(readFileSync('scenarios/course.json', 'utf8')) as Course;
const ids = course.chapters.flatMap(({ lectures }) => lectures);
const cards = (page: Page) => page.locator('.lecture-card');
const open = (page: Page, more = '') => openStage(page, `#v=1&w=lectures${more}`);

test('does it show each lecture of the course with a picture, by chapter?', async ({ page }) => {
  await open(page);
  await expect(cards(page)).toHaveCount(ids.length);
  await expect(page.locator('.lecture-card .stage-thumb')).toHaveCount(ids.length);
  const titles = course.chapters.map(({ title }) => title.en);
  await expect(page.locator('.chapter h3')).toHaveText(titles);
  await expect(page.locator('.course-about')).toContainText('20 µs');
});

test('does it find by words, and say where there is nothing?', async ({ page }) => {
  await open(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('torn page');
  await expect(cards(page).first()).toContainText('torn page');
  expect(await cards(page).count()).toBeLessThan(ids.length);
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzzz');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByText('No lecture matches.')).toBeVisible();
});

test('is a path shown whole, in its order, and does its link open it?', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '90 minutes' }).click();
  const [path] = course.paths;
  await expect(cards(page)).toHaveCount(path?.lectures.length ?? 0);
  await expect(page).toHaveURL(/c\.path=90-minutes/);
  const titles = await page.locator('.lecture-title').allInnerTexts();
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('.lecture-title')).toHaveText(titles);
  await page.goBack();
});

test('are there lectures on NVM alone, and those that were begun?', async ({ page }) => {
  await openStage(page, '#v=1&s=acknowledged-survives');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Course', exact: true }).click();
  await page.getByRole('button', { name: 'Only NVM' }).click();
  const nvm = await cards(page).count();
  expect(nvm).toBeGreaterThan(0);
  expect(nvm).toBeLessThan(ids.length);
  await page.getByRole('button', { name: 'In progress' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.locator('.card-progress')).toContainText(/mark \d+ of \d+/);
});

test('does it hold at the width of a phone, for axe and in Chinese?', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '&lang=zh');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('.card-about').first()).toContainText(/[\u4e00-\u9fff]/);
  const wide = await page.evaluate(() => document.querySelector('main')?.scrollWidth ?? 0);
  expect(wide).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
});
