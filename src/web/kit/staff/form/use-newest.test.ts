import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { takeValues } from './use-newest.ts'

test('a form takes newer values where nobody typed, and what was typed stays unsaved', () => {
  const started = {
    title: 'Git',
    text: '<p>Isi</p>',
    tags: ['git'],
    files: [] as File[],
    publishedOn: null as string | null,
  }
  const { control, ...form } = createFormControl({ defaultValues: started })
  // As reading `formState.isDirty` does.
  control._proxyFormState.isDirty = true
  const file = new File(['x'], 'x.png')
  // Only some fields are inputs that the form registered.
  form.register('title')
  form.register('publishedOn')
  form.setValue('text', '<p>Isi baru</p>', { shouldDirty: true })
  form.setValue('files', [file], { shouldDirty: true })
  takeValues(form, { ...started, tags: ['git', 'dasar'], publishedOn: '2026-11-21' })
  expect(form.getValues()).toEqual({
    title: 'Git',
    text: '<p>Isi baru</p>',
    tags: ['git', 'dasar'],
    files: [file],
    publishedOn: '2026-11-21',
  })
  expect([control._formState.isDirty, control._defaultValues]).toMatchObject([
    true,
    { text: '<p>Isi</p>', publishedOn: '2026-11-21' },
  ])
})
