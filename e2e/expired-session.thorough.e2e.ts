import type { Locator, Page } from '@playwright/test'
import { addLesson, cover, makeCourse, signInByCall, type Headers } from './staff-calls.ts'
import { beSignedIn, demoPassword, expect, ready, signUp, test } from './test.ts'

// A session that ends while a staff page is open: every action asks to sign in again, and then goes on by itself.

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 }, expectedConsoleErrors: [/401/] })

const email = 'admin@demo.id'

/** Ends every session of a user, also that of the page. */
async function endSessions(page: Page, headers: Headers) {
  expect((await page.request.delete('/api/me/sessions', { headers })).status()).toBe(200)
}

/** Staff pages load their data in the browser; without a session they would not be shown at all. */
async function untilShown(page: Page) {
  await ready(page)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

async function signInAgain(page: Page, who = { email, password: demoPassword }) {
  const dialog = page.getByRole('dialog').filter({ hasText: 'Sesi berakhir. Masuk lagi untuk melanjutkan' })
  await dialog.getByLabel('Email').fill(who.email)
  await dialog.getByLabel('Password', { exact: true }).fill(who.password)
  await dialog.getByRole('button', { name: 'Masuk', exact: true }).click()
}

const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
async function make(page: Page, headers: Headers, path: string, data: object): Promise<string> {
  const response = await page.request.post(`/api${path}`, { headers, data })
  expect(response.status(), await response.text()).toBeLessThan(300)
  return (await response.json()).data._id
}

type Action = {
  name: string
  /** Makes what is needed and returns the page's URL. */
  prepare: (page: Page, headers: Headers) => Promise<string>
  act: (page: Page) => Promise<void>
  done: (page: Page) => Locator
  after?: (page: Page) => Promise<void>
}

const now = Date.now()
const actions: Action[] = [
  {
    name: 'deleting a category',
    prepare: async (page, headers) => {
      await make(page, headers, '/admin/categories', { name: `Kategori ${now}`, group: 'design' })
      return '/admin/categories'
    },
    act: async (page) => {
      await page.getByRole('button', { name: `Hapus Kategori ${now}` }).click()
      await confirm(page, 'Hapus')
    },
    done: (page) => page.getByText('Kategori dihapus.'),
  },
  {
    name: 'changing a role',
    prepare: async (page, headers) => {
      const student = await signUp(page)
      const { data } = await (await page.request.get(`/api/admin/students?q=${student.email}`, { headers })).json()
      return `/admin/student/detail/${data[0]._id}`
    },
    act: async (page) => {
      await page.getByLabel('Peran').selectOption('instructor')
      await page.getByRole('button', { name: 'Ubah peran' }).click()
      await confirm(page, 'Ubah peran')
    },
    done: (page) => page.getByText('Peran diubah.'),
  },
  {
    name: 'deleting a promo code',
    prepare: async (page, headers) => {
      const scope = { categoryId: null, courseId: null, ebookId: null, totalLimit: null, perStudentLimit: null }
      const period = { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2030-01-01T00:00:00.000Z' }
      await make(page, headers, '/admin/promo-codes', {
        code: `SESI${now}`,
        kind: 'percent',
        value: 10,
        ...scope,
        ...period,
      })
      return `/admin/promo-codes?q=SESI${now}`
    },
    act: async (page) => {
      await page.getByRole('button', { name: `Hapus SESI${now}` }).click()
      await confirm(page, 'Hapus')
    },
    done: (page) => page.getByRole('status').filter({ hasText: /dihapus/ }),
  },
  {
    name: 'publishing a course',
    prepare: async (page, headers) => {
      const courseId = await makeCourse(page.request, headers, {
        status: 'draft',
        title: `Kelas ${now}`,
        thumbnail: cover,
      })
      await addLesson(page.request, headers, courseId)
      return `/admin/course/detail/${courseId}`
    },
    act: (page) => page.getByRole('button', { name: 'Tayangkan' }).click(),
    done: (page) => page.getByText('Kelas tayang di katalog.'),
    // An admin who teaches has a public page, which tests of public pages do not expect.
    after: async (page) => {
      await page.getByRole('button', { name: 'Jadikan draf' }).click()
      await expect(page.getByRole('button', { name: 'Tayangkan' })).toBeVisible()
    },
  },
  {
    name: 'publishing a tip',
    prepare: async (page, headers) => {
      const tip = {
        title: `Tips ${now}`,
        summary: `Sebuah tips singkat yang dibuat untuk mencoba penerbitan setelah sesi berakhir, ${now}.`,
        text: '<p>Isi</p>',
        author: 'Admin',
      }
      return `/admin/tip/edit/${await make(page, headers, '/admin/tips', tip)}`
    },
    act: (page) => page.getByRole('button', { name: 'Tayangkan' }).click(),
    done: (page) => page.getByText('Tips tayang.'),
  },
  {
    name: 'deleting an e-book',
    prepare: async (page, headers) =>
      `/admin/e-book/edit/${await make(page, headers, '/admin/ebooks', { title: `Buku ${now}` })}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Hapus', exact: true }).click()
      await confirm(page, 'Hapus')
    },
    done: (page) => page.getByText('E-book dihapus.'),
  },
  {
    name: 'sending a mail again',
    prepare: async (page, headers) => {
      const student = await signUp(page)
      const { data } = await (await page.request.get(`/api/admin/mails?q=${student.email}`, { headers })).json()
      return `/admin/mails/${data[0]._id}`
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Kirim ulang' }).click()
      await confirm(page, 'Kirim ulang')
    },
    done: (page) => page.getByText(/dikirim ulang|antrean/i).first(),
  },
  {
    name: 'hiding a review',
    prepare: async () => '/admin/reviews?status=shown',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Sembunyikan ulasan/ })
        .first()
        .click()
      await page.getByRole('dialog').getByLabel('Alasan').fill('Berisi iklan')
      await page.getByRole('dialog').getByRole('button', { name: 'Sembunyikan', exact: true }).click()
    },
    done: (page) => page.getByText('Ulasan disembunyikan.'),
  },
]

for (const { name, prepare, act, done, after } of actions)
  test(`${name} goes on after signing in again`, async ({ page }) => {
    await beSignedIn(page, email)
    const headers = await signInByCall(page.request, email)
    await page.goto(await prepare(page, headers))
    await untilShown(page)
    await endSessions(page, headers)
    await act(page)
    await signInAgain(page)
    await expect(done(page)).toBeVisible()
    await after?.(page)
  })

test('an export goes on after signing in again', async ({ page }) => {
  await beSignedIn(page, email)
  const headers = await signInByCall(page.request, email)
  await page.goto('/admin/students')
  await untilShown(page)
  await endSessions(page, headers)
  await page.getByRole('button', { name: 'Ekspor CSV' }).click()
  const download = page.waitForEvent('download')
  await signInAgain(page)
  expect((await download).suggestedFilename()).toMatch(/^pengguna-.*\.csv$/)
})

test('what one person was saving is not saved by another who signs in, and nothing of the first stays on the page', async ({
  page,
}) => {
  const [first, second] = [await signUp(page, { name: 'Sari Dewi' }), await signUp(page, { name: 'Budi Santoso' })]
  await beSignedIn(page, first.email, first.password)
  await page.goto('/student/settings')
  await ready(page)
  await page.getByLabel('Nama', { exact: true }).fill('Sari yang baru')
  await endSessions(page, await signInByCall(page.request, first.email, first.password))
  await page.getByRole('button', { name: 'Simpan profil' }).click()
  await signInAgain(page, second)
  await expect(page.getByLabel('Nama', { exact: true })).toHaveValue('Budi Santoso')
})
