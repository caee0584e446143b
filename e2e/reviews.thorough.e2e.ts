import { enrollNewStudent, publishCourse } from './courses.ts'
import { expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('what is typed into a review while it is saved stays, with the focus', async ({ page, request }) => {
  const course = await publishCourse(request, { title: `Kelas ulasan ${Date.now()}`, lessons: ['Mulai'] })
  await enrollNewStudent(page, course.id)
  await page.goto(`/kelas/details/${course.id}`)
  await ready(page)
  await page.getByText('4 Bagus', { exact: true }).click()
  const review = page.getByLabel('Ulasan', { exact: true })
  await review.fill('Jelas')
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/courses/${course.id}/reviews`, async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await review.fill('Jelas dan rapi')
  held.resolve()
  // The page is read again once the review is saved.
  await expect(page.getByRole('article').filter({ hasText: 'Jelas' })).toBeVisible()
  await expect(review).toHaveValue('Jelas dan rapi')
  await expect(review).toBeFocused()
})
