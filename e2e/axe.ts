import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const widths = [360, 1280]

/** Checks each page once; `npm run audit` checks every width and theme. */
export const wide = process.env.AUDIT === '1'
export const views = wide
  ? widths.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
  : [{ width: 360, theme: 'light' as const }]

export async function violations(page: Page): Promise<string[]> {
  // A private page is hydrated before its data is loaded; its placeholder has no heading.
  await expect(page.locator('h1').first()).toBeAttached()
  await waitForAnimations(page)
  const putBarsBack = await layBarsIntoPage(page)
  // Without cross-origin frames and results of passed rules a check is three times as fast.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const found = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  await putBarsBack()
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Resolves when all finite animations have ended: contrast cannot be checked on intermediate colours. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * Puts bars that stay in view into the flow of the page, until the returned function is called. A control that is half scrolled under a bar counts as too small to
 * touch, so that the result would depend on how far the page happens to be scrolled.
 */
async function layBarsIntoPage(page: Page): Promise<() => Promise<void>> {
  const bars = await page.evaluateHandle(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('body :not(dialog, [popover])')]
    const staying = elements.filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
    return staying.map((element) => {
      const { position, inset, translate, transition } = element.style
      // A bar that moved out of view comes back at once.
      Object.assign(element.style, { position: 'relative', inset: 'auto', translate: 'none', transition: 'none' })
      return { element, style: { position, inset, translate, transition } }
    })
  })
  return () => bars.evaluate((all) => all.forEach(({ element, style }) => Object.assign(element.style, style)))
}

/** How many pixels the page is wider than the screen. Below 0 is none: an open dialog leaves room for the scrollbar. */
export const sidewaysPx = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

/** Expects no violation, and nothing wider than the screen. */
export async function expectAccessible(page: Page, message?: string): Promise<void> {
  expect([await violations(page), await sidewaysPx(page)], message).toEqual([[], 0])
}

/** Runs a check on a phone and on a wide screen, and puts the size back: a journey whose steps are the same on both runs once. */
export async function atBothWidths(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size of its own')
  for (const width of widths) {
    await resize(page, { ...size, width })
    await check(width)
  }
  await resize(page, size)
}

/** Resolves when the page knows its new size: what is dragged after this is not let go by it. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

export const expectAccessibleAtBothWidths = (page: Page, message = 'the page'): Promise<void> =>
  atBothWidths(page, (width) => expectAccessible(page, `${message}, at ${width} px`))
