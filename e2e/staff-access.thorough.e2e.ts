import { addressesOfEveryPage } from './every-page.ts'
import { beSignedIn, expect, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  // Courses of other instructors.
  expectedConsoleErrors: [/404/],
})

test('an instructor is led away from the pages of admins before a call is refused, and from no other page', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403 && response.url().includes('/api/')) refused.push(response.url())
  })
  const all = await addressesOfEveryPage(request)
  await beSignedIn(page, 'pengajar@demo.id')
  const away: string[] = []
  for (const { path } of all.filter(({ path }) => path.startsWith('/admin'))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    if (new URL(page.url()).pathname === '/no-access') away.push(path.replace(/\?.*/, ''))
  }
  expect(refused).toEqual([])
  expect(away).toEqual(
    expect.arrayContaining(['/admin/settings', '/admin/transactions', '/admin/students', '/admin/e-book/create']),
  )
  for (const own of ['/admin', '/admin/courses', '/admin/earnings', '/admin/questions']) expect(away).not.toContain(own)
})
