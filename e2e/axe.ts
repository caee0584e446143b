import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Each page once; `npm run audit` tries every width and theme. */
export const wide = process.env.AUDIT === '1'
export const views = wide
  ? [360, 1280].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
  : [{ width: 360, theme: 'light' as const }]

export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
