import type { APIRequestContext, Page } from '@playwright/test'
import { sidewaysPx } from './axe.ts'
import { apiAs, enrollNewStudent, publishCourse } from './courses.ts'
import { addressesOfEveryPage } from './every-page.ts'
import { enlargeText } from './large-text.ts'
import { beSignedIn, expect, idle, ready, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 320, height: 800 },
  // The link of a gift and of a mail are read by the page, which then says that they are not valid.
  expectedConsoleErrors: [/40[34]/],
})
test.describe.configure({ timeout: 240_000 })

const word = 'Donaudampfschifffahrtselektrizitaeten'.repeat(4).slice(0, 120)
const link = `https://contoh.id/${word}`
const title = word.slice(0, 100)
const long = `${word}\n\n- ${link}\n- ${word}`

/** Long words wherever a person can write one. */
async function makeLongContent(request: APIRequestContext) {
  const course = await publishCourse(request, { title, lessons: [title, 'Kedua'], description: long })
  const admin = await apiAs(request, 'admin@demo.id')
  const { _id: ebookId } = await admin('POST', '/admin/ebooks', { title, description: long, author: title, price: 0 })
  const nested = async () =>
    (await admin('GET', `/admin/ebooks/${ebookId}`)) as unknown as {
      modules: { _id: string; topics: { _id: string }[] }[]
    }
  await admin('POST', `/admin/ebooks/${ebookId}/modules`, { title })
  await admin('POST', `/admin/ebooks/${ebookId}/modules/${(await nested()).modules[0]?._id}/topics`, { title })
  const topicId = (await nested()).modules[0]?.topics[0]?._id
  const { _id: sectionId } = await admin('POST', `/admin/ebooks/${ebookId}/topics/${topicId}/sections`, {
    heading: title,
    text: `<p>${word} ${link}</p>`,
  })
  await admin('PATCH', `/admin/ebooks/${ebookId}/status`, { status: 'published' })
  const made = await admin('POST', '/admin/tips', { title, summary: word, text: `<p>${word} ${link}</p>` })
  const tip = { ...made, slug: (made as unknown as { slug: string }).slug }
  await admin('PATCH', `/admin/tips/${tip._id}/status`, { status: 'published' })
  const { data: sold } = (await (await request.get('/api/courses?type=premium&limit=2')).json()) as {
    data: { _id: string }[]
  }
  const items = sold.map(({ _id: courseId }) => ({ courseId }))
  const bundle = (await admin('POST', '/admin/bundles', {
    title,
    slug: `panjang-${Date.now()}`,
    description: long,
    price: 50_000,
    status: 'published',
    items,
  })) as unknown as { _id: string; slug: string }
  const { bio } = (await course.api('GET', '/me')) as unknown as { bio: string }
  return { course, admin, ebookId, sectionId, tip, bundle, bio }
}

async function expectNarrow(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(path)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await idle(page)
    for (const percent of [100, 200]) {
      await enlargeText(page, percent)
      const what = `${path} with text of ${percent} % is wider than the screen by`
      await expect
        .configure({ soft: true })
        .poll(() => sidewaysPx(page), what)
        .toBe(0)
    }
  }
}

const accounts = { instructor: 'pengajar@demo.id', admin: 'admin@demo.id' }

for (const role of ['visitor', 'student', 'instructor', 'admin'] as const)
  test(`a word of 120 letters or a long link, wherever a person can write one, never widens a page of a ${role} at 320 px, also with text of 200 %`, async ({
    page,
    request,
  }) => {
    const every = (await addressesOfEveryPage(request))
      .filter((address) => address.role === role)
      .map(({ path }) => path)
    const { course, admin, ebookId, sectionId, tip, bundle, bio } = await makeLongContent(request)
    const [contentId] = course.contentIds
    try {
      const person = await enrollNewStudent(page, course.id, { name: word.slice(0, 60) })
      const student = await apiAs(request, person.email, person.password)
      const { _id: questionId } = await student('POST', `/courses/${course.id}/questions`, {
        title,
        text: `${word} ${link}`,
        contentId,
      })
      await course.api('POST', `/questions/${questionId}/answers`, { text: `${word} \`${word}\`` })
      await student('PUT', `/courses/${course.id}/reviews`, { rating: 5, text: `${word}\n${link}`, showName: true })
      const { _id: announcementId } = await course.api('POST', `/courses/${course.id}/announcements`, {
        title,
        text: `${word} ${link}`,
        to: 'all',
      })
      await student('PUT', `/courses/${course.id}/content/${contentId}/note`, { text: `${word} ${link}`, version: 0 })
      await student('PATCH', '/me', { bio: long.slice(0, 900), headline: word.slice(0, 80) })
      await course.api('PATCH', '/me', { bio: long.slice(0, 900) })
      const made = {
        visitor: [
          `/search?q=${title}`,
          `/kelas/details/${course.id}`,
          `/e-book/${ebookId}`,
          `/paket/${bundle.slug}`,
          `/tips/${tip.slug}`,
        ],
        student: [
          `/kelas/details/${course.id}`,
          `/courses/${course.id}/start?materi=${contentId}`,
          `/tanya/${questionId}`,
          `/pengumuman/${announcementId}`,
          '/student/catatan',
        ],
        instructor: [`/admin/course/detail/${course.id}`, `/admin/courses/${course.id}/preview`],
        admin: [
          `/admin/course/detail/${course.id}`,
          `/admin/course/edit/${course.id}`,
          `/admin/courses/${course.id}/preview`,
          `/admin/e-book/edit/${ebookId}`,
          `/admin/e-book/edit/${ebookId}/bagian/${sectionId}`,
          `/admin/tip/edit/${tip._id}`,
        ],
      }[role]
      if (role !== 'student') {
        // A question that the player asks after its token is gone is a 401.
        await page.goto('/')
        await idle(page)
        await page.context().clearCookies()
        await page.evaluate(() => localStorage.clear())
        if (role !== 'visitor') await beSignedIn(page, accounts[role])
      }
      await expectNarrow(page, [...every, ...made])
    } finally {
      // The pages of other tests show the demo as it was.
      await course.api('PATCH', '/me', { bio })
      await admin('DELETE', `/admin/bundles/${bundle._id}`)
      await admin('PATCH', `/admin/ebooks/${ebookId}/status`, { status: 'draft' })
      await admin('DELETE', `/admin/tips/${tip._id}`)
      await course.api('PATCH', `/courses/${course.id}/status`, { status: 'archived' })
    }
  })
