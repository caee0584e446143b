import { apiAs } from './courses.ts'
import { beSignedIn, expect, ready, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('what is typed for a gift stays over a second press, a reload and a sign-in, also of who owns the course', async ({
  page,
  request,
}) => {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as {
    data: { _id: string }[]
  }
  const id = data[0]?._id ?? ''
  const person = await signUp(page)
  const admin = await apiAs(request, 'admin@demo.id')
  await admin('POST', `/courses/${id}/students`, { email: person.email })

  const press = page.getByRole('button', { name: 'Beli sebagai hadiah' })
  const name = page.getByRole('form', { name: 'Beli sebagai hadiah' }).getByLabel('Nama penerima')
  await page.goto(`/kelas/details/${id}`)
  await ready(page)
  await press.click()
  await name.fill('Rani')
  await press.click()
  await expect(name).toBeHidden()
  await press.click()
  await expect(name).toHaveValue('Rani')
  await page.reload()
  await ready(page)
  await press.click()
  await expect(name).toHaveValue('Rani')

  await beSignedIn(page, person.email, person.password)
  await page.goto(`/kelas/details/${id}`)
  await expect(page.getByText('Kelas ini sudah jadi milikmu.')).toBeVisible()
  await press.click()
  await expect(name).toHaveValue('Rani')
})
