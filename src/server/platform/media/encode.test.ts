import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageSizes, photoSizes } from '#contract/kit/media/image-sizes.ts'
import { encodeImage, type UploadKind } from './encode.ts'

const path = '/uploads/01a2242a-8191-726b-be73-4f4ae41ee40b.webp'

test.each([
  ['thumbnail', imageSizes],
  ['article', imageSizes],
  ['photo', photoSizes],
] as const)('a %s is stored in exactly the widths that pages ask for', async (kind: UploadKind, sizes) => {
  const bytes = await sharp({ create: { width: 2000, height: 1125, channels: 3, background: '#3547b4' } })
    .png()
    .toBuffer()
  const encoding = await encodeImage({ bytes: new Uint8Array(bytes), kind, keepsEncoded: false })
  if (encoding.outcome !== 'encoded') throw new Error(encoding.outcome)
  const stored = await Promise.all(
    encoding.image.files.map(async (file) => ({
      name: path.replace('.webp', file.width === 0 ? '.webp' : `-${file.width}.webp`),
      width: (await sharp(file.bytes).metadata()).width,
    })),
  )
  expect((sizes(path) ?? '').split(', ').toSorted()).toEqual(
    stored.map(({ name, width }) => `${name} ${width}w`).toSorted(),
  )
})
