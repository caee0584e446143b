import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join('src/web', file), 'utf8') }))

test('every picture that a person uploads is made smaller by the one function for it', () => {
  // The thumbnail of a course is sent with its form.
  const uploads = /\.(uploadImage|uploadPostPicture|sendTransferProof)\(|updateMe\(\{ photo|chooseThumbnail\(/
  // The cover of a video is a frame that the browser draws in the right size.
  const senders = files.filter(({ file, text }) => uploads.test(text) && !file.endsWith('send-video.ts'))
  expect(senders.length).toBeGreaterThan(4)
  expect(senders.filter(({ text }) => !/pictureToUpload\(/.test(text)).map(({ file }) => file)).toEqual([])
})

test('every field for a picture names the types and the size that are allowed, and says what becomes of animations', () => {
  const fields = files.filter(({ text }) => /accept=\{?["']?(acceptImages|image\/)/.test(text))
  expect(fields.length).toBeGreaterThan(5)
  expect(fields.filter(({ text }) => !/\{imageHint\}/.test(text)).map(({ file }) => file)).toEqual([])
})
