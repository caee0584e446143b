import { expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('the video that was played at one course is not played at the next, which loads nothing from YouTube', async ({
  page,
  request,
}) => {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=100')).json()) as {
    data: { _id: string; title: string }[]
  }
  // Both begin with a video that is open to all.
  const first = data.find(({ title }) => title === 'React Modern: dari Komponen ke Aplikasi')
  const next = 'React dengan TypeScript untuk Aplikasi Nyata'
  const asked: string[] = []
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '' })
  })
  await page.goto(`/kelas/details/${first?._id}`)
  await ready(page)
  const play = page.getByRole('button', { name: /^Putar video/ })
  await play.click()
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('region', { name: 'Kelas lain yang mungkin cocok' }).getByRole('link', { name: next }).click()
  await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible()
  await expect(play).toBeVisible()
  expect(asked).toHaveLength(1)
})
