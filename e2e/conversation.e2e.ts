import { violations } from './axe.ts'
import { apiAs, enrollNewStudent, publishCourse, studyAsNewStudent } from './courses.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block' })

test('a student asks beside the lesson on a phone, the instructor answers from the inbox, and the bell tells the student', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const course = await publishCourse(request, {
    title: `Kelas tanya jawab ${Date.now()}`,
    lessons: ['Mulai', 'Lanjut'],
  })
  // Two people, five pages, and three checks of accessibility.
  test.slow()
  await page.setViewportSize({ width: 360, height: 800 })
  await enrollNewStudent(page, course.id)
  await page.goto(`/courses/${course.id}/start`)
  await ready(page)
  const parts = page.getByRole('navigation', { name: 'Bagian materi' })
  await parts.getByRole('link', { name: /^Tanya/ }).click()
  await page.getByRole('button', { name: 'Ajukan Pertanyaan' }).click()
  const form = page.getByRole('form', { name: 'Pertanyaan baru' })
  await form.getByRole('button', { name: 'Kirim Pertanyaan' }).click()
  await expect(form.getByText('Tulis judul pertanyaanmu')).toBeVisible()
  const title = `Kenapa tombolku diam ${Date.now()}`
  await form.getByLabel('Judul pertanyaan').fill(title)
  await form.getByLabel('Jelaskan pertanyaanmu').fill('Sudah kucoba **dua kali**.')
  await form.getByRole('button', { name: 'Pratinjau' }).click()
  await expect(form.getByRole('region', { name: 'Pratinjau' }).locator('strong')).toHaveText('dua kali')

  // The draft survives a reload.
  await page.reload()
  await ready(page)
  await page.locator('#tanya-jawab').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Lanjutkan pertanyaanmu' }).click()
  await expect(form.getByLabel('Judul pertanyaan')).toHaveValue(title)
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Kirim Pertanyaan' }).click()
  await expect(page.getByRole('button', { name: title })).toBeVisible()
  await page.clock.install()
  await page.reload()
  await ready(page)
  await expect(parts.getByRole('link', { name: 'Tanya 1 pertanyaan' })).toBeVisible()
  await parts.getByRole('link', { name: /^Tanya/ }).click()
  await page.getByRole('button', { name: title }).click()

  const staff = await browser.newPage({
    baseURL: baseURL ?? '',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  await beSignedIn(staff, 'pengajar@demo.id')
  await staff.goto('/admin/questions')
  expect(await violations(staff)).toEqual([])
  await staff.getByRole('link', { name: `Jawab ${title}` }).click()
  await staff.getByLabel('Jawabanmu').fill('Pasang `type="button"` dulu.')
  await staff.getByRole('button', { name: 'Kirim Jawaban' }).click()
  await expect(staff.getByRole('heading', { name: '1 jawaban' })).toBeVisible()
  await expect(staff.getByText('Instruktur', { exact: true })).toBeVisible()

  // The open question shows it without a reload, when it next asks for answers.
  await page.clock.fastForward('00:10')
  await expect(page.getByText('Pasang type="button" dulu.')).toBeVisible()
  await page.goto('/student')
  await page.getByRole('link', { name: /Notifikasi, 1 belum dibaca/ }).click()
  await page.getByRole('link', { name: `Instruktur menjawab: ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Notifikasi', exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await staff.close()
})

test(
  'a question that is reported is hidden by the instructor, and students are announced to',
  thorough,
  async ({ page, browser, request, baseURL }) => {
    const course = await publishCourse(request, {
      title: `Kelas tanya jawab ${Date.now()}`,
      lessons: ['Mulai', 'Lanjut'],
    })
    const student = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 800 },
      serviceWorkers: 'block',
    })
    await studyAsNewStudent(student, course.id)
    await ready(student)
    const admin = await apiAs(request, 'admin@demo.id')
    const title = `Jual akun murah ${Date.now()}`
    const asked = await admin('POST', `/courses/${course.id}/questions`, { title, text: 'Hubungi aku' })
    await student.goto(`/tanya/${asked._id}`)
    await student.getByRole('button', { name: 'Laporkan pertanyaan' }).click()
    const dialog = student.getByRole('dialog', { name: 'Laporkan pertanyaan' })
    await dialog.getByLabel('Apa yang tidak pantas?').fill('Ini iklan')
    await dialog.getByRole('button', { name: 'Kirim Laporan' }).click()
    await expect(student.getByText('Terima kasih, laporanmu sampai.')).toBeVisible()

    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin/reports')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: `Sembunyikan ${title}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sembunyikan' }).click()
    await expect(page.getByRole('button', { name: `Sembunyikan ${title}` })).toBeHidden()
    await expect(page.locator(':focus')).toHaveCount(1)

    await page.goto(`/admin/course/detail/${course.id}`)
    await page.getByRole('button', { name: 'Buat pengumuman' }).click()
    const announcing = page.getByRole('dialog', { name: 'Buat pengumuman' })
    await announcing.getByLabel('Judul').fill('Kelas langsung Sabtu')
    await announcing.getByLabel('Isi pengumuman').fill('Pukul **19.30**.')
    await announcing.getByRole('button', { name: 'Kirim Pengumuman' }).click()
    await expect(page.getByText('Pengumuman terkirim.')).toBeVisible()

    await page.getByRole('button', { name: 'Saringan' }).click()
    await page.getByLabel('Progres', { exact: true }).selectOption({ label: 'Berjalan' })
    await expect(page).toHaveURL(/\?part=in-progress$/)
    await page.getByLabel('Pilih semua di halaman ini').check()
    await expect(page.getByText('1 dipilih', { exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('table', { name: 'Siswa kelas ini' }).getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('table', { name: 'Materi' }).getByRole('rowheader')).toHaveCount(2)
    expect(await violations(page)).toEqual([])
    await page.goBack()
    await expect(page.getByLabel('Urutkan')).toBeVisible()
    await expect(page).toHaveURL(/\?part=in-progress$/)

    await student.goto('/student/notifications')
    await student.getByRole('link', { name: /Kelas langsung Sabtu/ }).click()
    await expect(student.locator('strong', { hasText: '19.30' })).toBeVisible()
    await student.close()
  },
)

test(
  'an admin blocks the author of a question, deletes it, and ends the block from the list of who is blocked',
  thorough,
  async ({ page, browser, request, baseURL }) => {
    const course = await publishCourse(request, { title: `Kelas tanya jawab ${Date.now()}`, lessons: ['Mulai'] })
    const student = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
    const { email, password } = await enrollNewStudent(student, course.id)
    const [author, admin] = [await apiAs(request, email, password), await apiAs(request, 'admin@demo.id')]
    const title = `Jual akun murah ${Date.now()}`
    const asked = await author('POST', `/courses/${course.id}/questions`, { title, text: 'Hubungi aku' })
    await course.api('POST', `/questions/${asked._id}/report`, { reason: 'Ini iklan' })

    await beSignedIn(page, 'admin@demo.id')
    await page.goto('/admin/reports')
    const reported = page.getByRole('row').filter({ hasText: title })
    await reported.getByRole('button', { name: /^Blokir penulis/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Blokir' }).click()
    await expect(reported.getByRole('button', { name: /^Buka blokir/ })).toBeVisible()
    await admin('DELETE', `/questions/${asked._id}`)

    await page.getByRole('link', { name: 'Penulis diblokir' }).click()
    await page.getByRole('searchbox', { name: 'Cari nama atau email' }).fill(email)
    const blocked = page.getByRole('row').filter({ hasText: email })
    await expect(blocked).toContainText('Semua kelas')
    expect(await violations(page)).toEqual([])
    await blocked.getByRole('button', { name: /^Buka blokir/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Buka blokir' }).click()
    await expect(page.getByText('Penulisnya bisa menulis lagi.')).toBeVisible()
    await expect(blocked).toBeHidden()
    await expect(page.locator(':focus')).toHaveCount(1)
    await author('POST', `/courses/${course.id}/questions`, { title: `Sekarang sopan ${title}`, text: 'Maaf' })
    await student.close()
  },
)
