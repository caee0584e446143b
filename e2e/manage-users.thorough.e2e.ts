import type { Page } from '@playwright/test'
import { apiAs, publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// A wrong address and a missing instructor are rejected by the server.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/422/] })

const asAdmin = (page: Page) => beSignedIn(page, 'admin@demo.id')

async function openUser(page: Page, email: string) {
  await page.goto(`/admin/students?q=${encodeURIComponent(email)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pengguna' })).toBeVisible()
  await page.getByRole('table').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Akun' })).toBeVisible()
}

test('users invited from a CSV file are checked first, and can then be corrected, enrolled and deleted', async ({
  page,
}) => {
  const stamp = Date.now()
  const email = (name: string) => `${name}${stamp}@contoh.id`
  const file = (text: string) => ({ name: 'undangan.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await asAdmin(page)
  await page.goto('/admin/students')
  await expect(page.getByRole('heading', { level: 1, name: 'Pengguna' })).toBeVisible()
  await page.getByRole('button', { name: 'Undang dari CSV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Berkas CSV').setInputFiles(file(`nama,email\nSiti Undangan,${email('sti')}\nAl,salah\n`))
  await expect(dialog.getByText('1 baris bermasalah.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undang 1 orang, lewati 1 baris' })).toBeVisible()
  await dialog.getByLabel('Berkas CSV').setInputFiles(file(`nama,email\nSiti Undangan,${email('sti')}\n`))
  await dialog.getByRole('button', { name: 'Undang 1 orang' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: '1 orang diproses.' }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await openUser(page, email('sti'))
  await page.getByRole('button', { name: 'Kirim tautan password' }).click()
  await expect(page.getByText('Tautan untuk membuat password dikirim.')).toBeVisible()

  await page.getByRole('button', { name: 'Betulkan email' }).click()
  await dialog.getByLabel('Email yang benar').fill(email('siti'))
  await dialog.getByRole('button', { name: 'Ganti email' }).click()
  await expect(page.getByRole('main').getByText(email('siti'), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Tambah ke kelas' }).click()
  await dialog.getByLabel('Cari kelas').fill('laravel')
  const add = dialog
    .getByRole('listitem')
    .filter({ hasText: /laravel/i })
    .first()
    .getByRole('button', { name: 'Tambah' })
  await expect(add).toBeVisible()
  await add.click()
  await expect(dialog.getByText('Sudah terdaftar')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Kelas yang diikuti' })).toBeVisible()

  await page.getByRole('button', { name: 'Hapus akun' }).click()
  await dialog.getByLabel('Ketik emailnya untuk memastikan').fill('salah@contoh.id')
  await dialog.getByRole('button', { name: 'Hapus akun' }).click()
  await expect(dialog.getByText('Email tidak sama dengan email akun ini')).toBeVisible()
  await dialog.getByLabel('Ketik emailnya untuk memastikan').fill(email('siti'))
  await dialog.getByRole('button', { name: 'Hapus akun' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pengguna' })).toBeVisible()
  await page.goto(`/admin/students?q=${email('siti')}`)
  await expect(page.getByText('Tidak ada hasil')).toBeVisible()
})

test('an instructor with courses is deleted only when another instructor continues them', async ({ page }) => {
  await asAdmin(page)
  await openUser(page, 'pengajar@demo.id')
  await page.getByRole('button', { name: 'Hapus akun' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ketik emailnya untuk memastikan').fill('pengajar@demo.id')
  await dialog.getByRole('button', { name: 'Hapus akun' }).click()
  await expect(dialog.getByText('Pilih instruktur yang meneruskan kelasnya')).toBeVisible()
  await expect(
    dialog.getByLabel(/kelasnya diteruskan oleh/).getByRole('option', { name: /pengajar@demo.id/ }),
  ).toHaveCount(0)
})

for (const act of ['demoted', 'disabled'] as const)
  test(`an instructor who is ${act} is shown with the courses, which are handed over to another one`, async ({
    page,
    request,
  }) => {
    const admin = await apiAs(request, 'admin@demo.id')
    const stamp = Date.now()
    const [teacher, follower] = [`guru${stamp}@contoh.id`, `penerus${stamp}@contoh.id`]
    const [teacherId, followerId] = await Promise.all(
      [
        ['Guru Pergi', teacher],
        ['Guru Penerus', follower],
      ].map(async ([name, email]) => {
        const account = { name, email, password: 'teh-melati-9', role: 'instructor' }
        return (await admin('POST', '/admin/students', account))._id
      }),
    )
    const { _id: sharedId } = await (
      await apiAs(request, follower, 'teh-melati-9')
    )('POST', '/courses', { status: 'draft', title: `Kelas bersama ${stamp}` })
    await admin('PATCH', `/courses/${sharedId}`, {
      instructors: [
        { userId: followerId, sharePercent: 50 },
        { userId: teacherId, sharePercent: 20 },
      ],
    })
    const { _id: courseId } = await (
      await apiAs(request, teacher, 'teh-melati-9')
    )('POST', '/courses', {
      status: 'draft',
      title: `Kelas yang diteruskan ${stamp}`,
    })
    await asAdmin(page)
    await openUser(page, teacher)
    await ready(page)
    if (act === 'demoted') {
      await page.getByLabel('Peran').selectOption('Siswa')
      await page.getByRole('button', { name: 'Ubah peran' }).click()
    } else await page.getByRole('button', { name: 'Nonaktifkan akun' }).click()
    const dialog = page.getByRole('dialog', { name: act === 'demoted' ? 'Jadikan Siswa?' : 'Nonaktifkan akun?' })
    await expect(dialog.getByRole('listitem')).toHaveText([`Kelas yang diteruskan ${stamp}`])
    await expect(dialog.getByText('Bagian Guru Pergi dari 1 kelas instruktur lain berakhir')).toBeVisible()
    await dialog.getByLabel('Kelasnya diteruskan oleh').selectOption(`Guru Penerus (${follower})`)
    await dialog.getByRole('button', { name: act === 'demoted' ? 'Ubah peran' : 'Nonaktifkan', exact: true }).click()
    await expect(dialog).toBeHidden()
    const taken = await (await apiAs(request, follower, 'teh-melati-9'))('GET', `/admin/courses/${courseId}`)
    expect(taken._id).toBe(courseId)
    await admin('DELETE', `/courses/${courseId}`)
    await admin('DELETE', `/courses/${sharedId}`)
  })

test('a list of students may be invited where they have no account: they get it with the course', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: `Kelas undangan ${Date.now()}`, lessons: ['Pembuka'] })
  const email = `orang.baru${Date.now()}@contoh.id`
  await asAdmin(page)
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Add Student' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Student' })
  await dialog.getByLabel('Berkas CSV').setInputFiles({
    name: 'siswa.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`nama,email\nSiswa Demo,siswa@demo.id\n"Orang ""Baru""",${email}\n`),
  })
  await expect(dialog.getByText('1 alamat belum punya akun.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undang 1 orang' }).click()
  await expect(page.getByText('1 orang diundang.')).toBeVisible()
  await expect(dialog.getByText('belum punya akun.')).toBeHidden()
  const students = (await course.api('GET', `/courses/${course.id}/students`)) as unknown as {
    name: string
    email: string
  }[]
  expect(students).toContainEqual(expect.objectContaining({ email, name: 'Orang "Baru"' }))
})
