/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node; nothing of it is shipped */
// Builds the font file of the site: `node src/web/site/document/make-font.mjs`.
// Run after an update of @fontsource-variable/plus-jakarta-sans; the result is committed.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const source = fileURLToPath(
  import.meta.resolve('@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2'),
)
const target = new URL('plus-jakarta-sans.woff2', import.meta.url)

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
// Names can contain accents; Indonesian has none. Other characters use the fallback font.
const accents = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ'
const punctuation = '\u00a0‘’“”‚„–—−…·•×±©®™°'

const subset = await subsetFont(await readFile(source), basicLatin + accents + punctuation, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 800 } },
  keepFeatures: ['kern', 'liga', 'tnum', 'mark', 'ccmp'],
  noHinting: true,
})
await writeFile(target, subset)
console.log(`${(subset.length / 1024).toFixed(1)} KB`)
