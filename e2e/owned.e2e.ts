import { expect, ready, signIn, signUp, test } from './test.ts'

const freeCourse = 'JavaScript lewat Proyek Kecil'

test('the page of an owned course shows no price and one button, which says what comes next', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await expect(page.getByRole('heading', { level: 1, name: freeCourse })).toBeVisible()
  await ready(page)
  const address = page.url()
  const offer = page.getByRole('complementary', { name: 'Harga' })
  await expect(offer.getByText('GRATIS', { exact: true })).toBeVisible()
  await offer.getByRole('button', { name: 'Mulai Belajar' }).click()
  await expect(page.getByText(/Materi 1 dari/)).toBeVisible()

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(address)
    await expect(offer.getByText('Kelas ini sudah jadi milikmu.')).toBeVisible()
    await expect(offer.getByText('GRATIS', { exact: true })).toBeHidden()
    await offer.scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: 'Mulai Belajar' })).toHaveCount(1)
    await expect(page.getByText('Gabung Kelas')).toBeHidden()
  }

  await offer.getByRole('link', { name: 'Mulai Belajar' }).click()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText('Progres tersimpan')).toBeVisible()
  await page.goto(address)
  await expect(offer.getByRole('link', { name: 'Lanjut Belajar' })).toBeVisible()
  await expect(offer.getByRole('progressbar', { name: 'Progres kelasmu' })).toBeVisible()
})

test('the navigation of the student area has the same labels on phones and wide screens', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.goto('/student')
  const links = page.getByRole('navigation', { name: 'Menu siswa' }).getByRole('link')
  const labels: string[][] = []
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await expect(links).toHaveCount(6)
    labels.push(await links.allInnerTexts())
    // No label is cut off or covers its neighbour.
    const boxes = await links.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    )
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      const next = boxes[index + 1]
      if (next && width < 700) expect(next.left - box.right, `between tabs ${index} and ${index + 1} at ${width}`).toBeGreaterThanOrEqual(2)
    }
  }
  expect(labels[1]).toEqual(labels[0])
  expect(labels[2]).toEqual(labels[0])
})
