/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node */
// Generates the fonts of certificates: `node src/server/learning/certificates/files/make-fonts.mjs`.
// The PDF library needs static TrueType files, one per weight; the results are committed.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// Latin with all European extensions, for names with accents.
const latin = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
const marks = '‘’“”‚„–—−…·•×→™'

for (const part of ['latin', 'latin-ext']) {
  const source = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-${part}-wght-normal.woff2`),
  )
  for (const weight of [500, 800]) {
    const font = await subsetFont(await readFile(source), latin + marks, {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight },
      noHinting: true,
    })
    await writeFile(new URL(`jakarta-${part}-${weight}.ttf`, import.meta.url), font)
    console.log(`${part} ${weight}: ${(font.length / 1024).toFixed(1)} KB`)
  }
}
