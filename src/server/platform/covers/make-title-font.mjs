/* oxlint-disable no-console, no-restricted-imports -- run manually in Node; not part of the server */
// Generates the font of titles on sharing images: `node src/server/platform/covers/make-title-font.mjs`.
// Run it again after an update of @fontsource-variable/plus-jakarta-sans; the result is committed.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const source = fileURLToPath(
  import.meta.resolve('@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2'),
)
const target = fileURLToPath(new URL('title-font.ttf', import.meta.url))

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
// The same characters as in the site's font. Accents are for names; Indonesian has none.
const accents = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ'
const marks = '‘’“”‚„–—−…·•×±©®™°'
const characters = basicLatin + accents + marks

// One weight as TrueType, because the renderer supports neither woff2 nor variable fonts.
const font = await subsetFont(await readFile(source), characters, {
  targetFormat: 'sfnt',
  variationAxes: { wght: 800 },
  keepFeatures: ['kern', 'mark', 'ccmp'],
  noHinting: true,
})
await writeFile(target, font)

console.log(`${(font.length / 1024).toFixed(1)} KB, ${characters.length} characters`)
