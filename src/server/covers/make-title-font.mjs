/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node; nothing of it is shipped */
// Makes the font that titles on sharing images are set in, and the widths they are wrapped by: `node src/server/covers/make-title-font.mjs`.
// Run it again after an update of @fontsource-variable/plus-jakarta-sans; both results are committed.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import subsetFont from 'subset-font'

const source = fileURLToPath(import.meta.resolve('@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2'))
const target = fileURLToPath(new URL('title-font.ttf', import.meta.url))

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
// The same letters as the site's own font: names carry accents, Indonesian itself does not.
const accents = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ'
const marks = '‘’“”‚„–—−…·•×±©®™°'
const letters = basicLatin + accents + marks

// One weight as plain TrueType: the renderer knows neither woff2 nor variable fonts.
const font = await subsetFont(await readFile(source), letters, {
  targetFormat: 'sfnt',
  variationAxes: { wght: 800 },
  keepFeatures: ['kern', 'mark', 'ccmp'],
  noHinting: true,
})
await writeFile(target, font)

const size = 1000
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
function widthOf(text) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="2000"><text xml:space="preserve" x="0" y="1500" font-size="${size}" font-family="Plus Jakarta Sans" font-weight="800" font-kerning="none">${escape(text)}</text></svg>`
  const box = new Resvg(svg, { font: { fontFiles: [target], loadSystemFonts: false } }).innerBBox()
  return box ? box.width : 0
}
// Between two stems, so that a letter's own margins count too.
const stems = widthOf('HH')
const widths = Object.fromEntries([...letters].map((letter) => [letter, Math.round(widthOf(`H${letter}H`) - stems)]))
await writeFile(
  new URL('title-widths.ts', import.meta.url),
  `// Made by make-title-font.mjs: how far each letter of title-font.ttf moves on, in thousandths of its size.\nexport const titleWidths: Record<string, number> = ${JSON.stringify(widths)}\n`,
)
console.log(`${(font.length / 1024).toFixed(1)} KB, ${Object.keys(widths).length} letters`)
