import { expect, test } from 'vitest'
import { zipOf } from '#testing/materials/zip.ts'
import { splitExport } from './split-export.ts'

const fileOf = async (files: Record<string, string>) =>
  new File([new Uint8Array(await zipOf(files))], 'ekspor-2026-11-29.zip')

test('an export of everything is its courses, each as a file, and its people', async () => {
  const split = await splitExport(
    await fileOf({
      'courses/0001-kopi.zip': 'satu',
      'courses/0002-teh.zip': 'dua',
      'people.csv': 'nama',
      'orders.csv': 'pesanan',
    }),
  )
  const courses = split?.courses ?? []
  expect(courses.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['0001-kopi.zip', 4],
    ['0002-teh.zip', 3],
  ])
  expect(await Promise.all(courses.map(async ({ read }) => (await read()).text()))).toEqual(['satu', 'dua'])
  expect(await (await split?.people?.read())?.text()).toBe('nama')
})

test('any other file is none: one course, a text, an empty file, half an archive', async () => {
  const course = await fileOf({ 'course.yaml': 'title: Kopi', 'courses/catatan.md': 'Catatan' })
  for (const file of [
    course,
    new File(['halo'], 'catatan.txt'),
    new File([], 'kosong.zip'),
    new File([course.slice(0, course.size / 2)], 'putus.zip'),
  ])
    expect(await splitExport(file), file.name).toBeNull()
})
