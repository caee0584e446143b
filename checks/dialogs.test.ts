import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The dialog of every form of staff. */
const dialogOfForms = 'kit/staff/form/dialog-form.tsx'
/** Each opening tag of a dialog, with the file. */
const dialogs = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join('src/web', file), 'utf8') }))
  // Nobody likes to type several lines again; a search or a password is short.
  .filter(({ file, text }) => file === dialogOfForms || /<TextAreaField\b(?![^>]*readOnly)/.test(text))
  .flatMap(({ file, text }) => (text.match(/<Dialog\s[^]*?>\n/g) ?? []).map((tag) => ({ file, tag })))

test('one component opens all modal dialogs, which has the toasts: what is outside of it lies behind it', () => {
  const opens = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /<dialog\b|\bshowModal\(/.test(readFileSync(join('src/web', file), 'utf8')))
  expect(opens).toEqual(['kit/ui/modal.tsx'])
  expect(readFileSync('src/web/kit/ui/modal.tsx', 'utf8')).toContain('<ToastHost modalId={id} />')
})

test('every dialog in which one writes asks before a press beside it or Esc discards what was written', () => {
  expect(dialogs.map(({ file }) => file)).toContain(dialogOfForms)
  expect(dialogs.filter(({ tag }) => !tag.includes('confirmDiscard=')).map(({ file }) => file)).toEqual([])
})
