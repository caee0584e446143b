import { expect, ready, signUp, test } from './test.ts'

// A product in a local network without https: the browser has neither Web Crypto nor `randomUUID` there, and cannot store a session.

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })
})

for (const path of ['/kelas', '/student/kelas-saya'])
  test(`without https, signing in at ${path} lasts, and says for how long`, async ({ page }) => {
    const person = await signUp(page)
    await page.goto(path)
    await ready(page)
    // A page of students opens the dialog by itself.
    if (path === '/kelas') await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
    const dialog = page.getByRole('dialog', { name: /^Masuk ke/ })
    await dialog.getByLabel('Email').fill(person.email)
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Masuk', exact: true }).click()
    const notice = page.getByRole('alertdialog', { name: 'Kamu masuk untuk sementara' })
    await notice.getByRole('button', { name: 'Mengerti' }).click()
    await expect(page.getByRole('button', { name: /^Akun/ })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })

test('a place in an e-book can be marked on a site in a local network without https', async ({ page, request }) => {
  const { data } = (await (await request.get('/api/ebooks?type=free')).json()) as {
    data: { _id: string; title: string }[]
  }
  await page.goto(`/e-book/${data.find(({ title }) => title === 'Git Tanpa Panik')?._id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Tandai tempat ini' }).click()
  await expect(page.getByText('Tempat ini ditandai.')).toBeVisible()
})
