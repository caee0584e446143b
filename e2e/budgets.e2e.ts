import { weighPage } from '../bench/page-weight.ts'
import { expect, test } from './test.ts'

// Bytes are exact, so they are promised here; times are compared in bench/pages.ts.
const kilobyte = 1024
const limits = { html: 14 * kilobyte, css: 12 * kilobyte, font: 14 * kilobyte, script: 140 * kilobyte }

// A page that is a tool by itself: marks, places and what is kept.
const reader = { ...limits, script: 144 * kilobyte }

// A page that is a form brings the form library and its schemas along; no other page does.
const withForms = { ...limits, script: 156 * kilobyte }

for (const [address, allowed] of [
  ['/', limits],
  ['/kelas', limits],
  ['/sale', limits],
  ['/e-books', limits],
  ['/tips', limits],
  ['/tips/membaca-pesan-galat', limits],
  ['/auth/sign-in', withForms],
] as const) {
  test(`a first visit to ${address} stays light and asks nobody else for anything`, async ({ page, baseURL }) => {
    const weight = await weighPage(page, `${baseURL}${address}`)
    expect(weight.elsewhere).toEqual([])
    for (const [kind, limit] of Object.entries(allowed)) expect(weight[kind as keyof typeof limits], kind).toBeLessThanOrEqual(limit)
  })
}

test('a first visit to the reader stays light, though all its sections come after it', async ({ page, baseURL, request }) => {
  const { data } = (await (await request.get('/api/ebooks')).json()) as { data: { _id: string }[] }
  for (const { _id } of data) {
    const weight = await weighPage(page, `${baseURL}/e-book/${_id}`)
    expect(weight.elsewhere).toEqual([])
    for (const [kind, limit] of Object.entries(reader)) expect(weight[kind as keyof typeof limits], kind).toBeLessThanOrEqual(limit)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages are complete, and filters, search and menu work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/kelas')
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('combobox', { name: 'Level' }).selectOption('Lanjutan')
    await page
      .getByRole('button', { name: /Tampilkan|Terapkan/ })
      .first()
      .click()
    await expect(page).toHaveURL(/level=Lanjutan/)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  })
})
