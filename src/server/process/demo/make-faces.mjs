/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node; not part of the server */
// Draws the faces of the demo's instructors in the colours and patterns of the covers: `node src/server/process/demo/make-faces.mjs`.
// The same seed gives the same face; all results are committed.
import { mkdir, writeFile } from 'node:fs/promises'
import { knownDesigns } from '#server/platform/covers/palettes.ts'
import { motifs } from '#server/platform/covers/motifs.ts'
import { seededRandom } from '#server/platform/covers/seeded-random.ts'

const folder = new URL('../../../../demo/faces/', import.meta.url)

// What a name leaves open is drawn by its seed: distances, tilt, the cloth.
const people = {
  pengajar: { design: 'web-development', skin: 'sawo', hair: 'short', shirt: '#f7b32b', stubble: true },
  sekarini: { design: 'ui-ux-design', skin: 'langsat', hair: 'bun', shirt: '#fbfaf6', flower: true },
  maruli: { design: 'laravel', skin: 'gelap', hair: 'curly', shirt: '#eef1fc', glasses: true, moustache: true },
  maulida: { design: 'digital-marketing', skin: 'langsat', hair: 'veil', shirt: '#14663a', veil: '#f0d9a8' },
  fadhlan: { design: 'javascript', skin: 'sawo', hair: 'side', shirt: '#3547b4', beard: true },
  meilani: { design: 'graphic-design', skin: 'terang', hair: 'bob', shirt: '#151c4f', glasses: true },
}
const skins = {
  terang: { skin: '#f2cba6', shade: '#dfae84', lip: '#b9574b' },
  langsat: { skin: '#e3b088', shade: '#c98f66', lip: '#a94f45' },
  sawo: { skin: '#c98d62', shade: '#ad7148', lip: '#8f4238' },
  gelap: { skin: '#9a6240', shade: '#7f4c2f', lip: '#6f3029' },
}
const black = '#231a1a'

const hairs = {
  short: {
    back: '',
    front: `<path d="M118 190c-8-66 26-108 82-108s92 40 82 108c-6-26-18-40-34-50-28 10-66 8-92-6-20 12-32 28-38 56z" fill="${black}"/>`,
  },
  side: {
    back: '',
    front: `<path d="M116 196c-12-70 24-118 88-116 58 2 92 46 80 116-6-24-16-40-30-52-38 6-74-2-98-26-6 26-30 44-40 78z" fill="${black}"/>`,
  },
  curly: {
    back: '',
    front: `<g fill="${black}">${[
      [124, 158, 24],
      [136, 122, 28],
      [168, 100, 30],
      [204, 92, 30],
      [240, 102, 29],
      [266, 126, 27],
      [278, 160, 23],
      [150, 132, 22],
      [200, 122, 24],
      [246, 134, 22],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
      .join('')}</g>`,
  },
  bun: {
    back: `<circle cx="200" cy="76" r="40" fill="${black}"/><path d="M112 200c0-80 34-118 88-118s88 38 88 118l-10 36H122z" fill="${black}"/>`,
    front: `<path d="M120 200c-4-58 22-100 80-102-6 40-40 58-62 62-8 10-14 24-18 40zM280 200c4-58-22-100-80-102 6 40 40 58 62 62 8 10 14 24 18 40z" fill="${black}"/>`,
  },
  bob: {
    back: `<path d="M104 280c-18-120 10-202 96-202s114 82 96 202c-20 12-44 10-60 2h-72c-16 8-40 10-60-2z" fill="${black}"/>`,
    front: `<path d="M116 196c-4-62 26-104 84-104s88 42 84 104c-10-20-16-34-20-46-42 10-92 8-128-4-6 14-12 30-20 50z" fill="${black}"/>`,
  },
  veil: { back: '', front: '' },
}

const cloth = ({ motif, tint }, id, random, scale) => {
  const { width, height, art } = motifs[motif]
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="rotate(${random.between(-30, 30)}) scale(${scale})" fill="${tint}" stroke="${tint}" stroke-width="0" fill-rule="evenodd">${art}</pattern>`
}

function draw(name, { design: category, skin: tone, hair, shirt, veil, ...features }) {
  const random = seededRandom(name)
  const design = knownDesigns[category]
  const { skin, shade, lip } = skins[tone]
  const eyes = random.between(31, 36)
  const eyeY = random.between(196, 202)
  const smile = random.between(12, 20)
  const { back, front } = hairs[hair]
  const eye = (x) =>
    `<ellipse cx="${x}" cy="${eyeY}" rx="7" ry="8.5" fill="${black}"/><circle cx="${x + 2.5}" cy="${eyeY - 3}" r="2.4" fill="#fff"/>`
  const brow = (x, turn) =>
    `<path d="M${x - 17} ${eyeY - 22}q17-${random.between(8, 13)} 34 0" stroke="${black}" stroke-width="6.5" stroke-linecap="round" fill="none" transform="rotate(${turn} ${x} ${eyeY - 22})"/>`
  const ear = (x) => `<ellipse cx="${x}" cy="208" rx="15" ry="21" fill="${shade}"/>`
  const beard = `<path d="M122 222c2 64 34 96 78 96s76-32 78-96c-12 26-30 34-46 30-20-8-44-8-64 0-16 4-34-4-46-30z" fill="${black}"/>`
  const parts = [
    `<defs><clipPath id="box"><path d="M0 0h400v400H0z"/></clipPath>${cloth(design, 'cloth', random, 1.1)}${cloth({ ...design, tint: design.deep }, 'dress', random, 0.55)}</defs>`,
    `<path d="M0 0h400v400H0z" fill="${design.from}"/><path d="M0 0h400v400H0z" fill="url(#cloth)" opacity=".28"/>`,
    `<circle cx="200" cy="214" r="168" fill="${design.deep}" opacity=".38"/>`,
    '<g clip-path="url(#box)">',
    back,
    `<path d="M40 400c4-62 54-92 118-98h84c64 6 114 36 118 98z" fill="${shirt}"/><path d="M40 400c4-62 54-92 118-98h84c64 6 114 36 118 98z" fill="url(#dress)" opacity=".3"/>`,
    `<path d="M164 268h72v42c0 22-16 36-36 36s-36-14-36-36z" fill="${shade}"/>`,
    `<g transform="rotate(${random.between(-3, 3)} 200 220)">`,
    veil ? '' : ear(119) + ear(281),
    `<path d="M120 186c0-56 32-92 80-92s80 36 80 92c0 74-34 122-80 122s-80-48-80-122z" fill="${skin}"/>`,
    features.stubble
      ? `<path d="M126 226c6 54 34 82 74 82s68-28 74-82c-14 26-32 32-74 32s-60-6-74-32z" fill="${black}" opacity=".16"/>`
      : '',
    features.beard ? beard : '',
    `<ellipse cx="${200 - eyes - 12}" cy="238" rx="17" ry="11" fill="${lip}" opacity=".16"/><ellipse cx="${200 + eyes + 12}" cy="238" rx="17" ry="11" fill="${lip}" opacity=".16"/>`,
    brow(200 - eyes, random.between(-7, -2)) + brow(200 + eyes, random.between(2, 7)),
    eye(200 - eyes) + eye(200 + eyes),
    `<path d="M200 ${eyeY + 6}q-${random.between(7, 12)} 26 0 28" stroke="${shade}" stroke-width="5" stroke-linecap="round" fill="none"/>`,
    features.moustache
      ? `<path d="M166 258c10-14 24-16 34-8 10-8 24-6 34 8-14 4-24 4-34-2-10 6-20 6-34 2z" fill="${black}"/>`
      : '',
    `<path d="M${200 - smile - 10} 264q${smile + 10} ${smile + 8} ${2 * (smile + 10)} 0" stroke="${features.beard ? '#d98b7c' : lip}" stroke-width="6.5" stroke-linecap="round" fill="none"/>`,
    front,
    features.glasses
      ? `<g fill="#fff" fill-opacity=".14" stroke="${black}" stroke-width="5"><rect x="${200 - eyes - 27}" y="${eyeY - 21}" width="54" height="43" rx="17"/><rect x="${200 + eyes - 27}" y="${eyeY - 21}" width="54" height="43" rx="17"/><path d="M${200 - eyes + 27} ${eyeY - 3}q${eyes - 27}-8 ${2 * (eyes - 27)} 0" fill="none"/></g>`
      : '',
    features.flower
      ? `<g transform="translate(276 150) rotate(18)">${[0, 72, 144, 216, 288].map((turn) => `<ellipse cx="0" cy="-14" rx="9" ry="14" fill="#fff" transform="rotate(${turn})"/>`).join('')}<circle r="8" fill="#f7b32b"/></g>`
      : '',
    veil
      ? `<path fill-rule="evenodd" d="M82 400c-26-40-6-86 8-128C86 150 120 62 200 62s114 88 110 210c14 42 34 88 8 128zM200 106c-44 0-72 34-72 84 0 66 30 112 72 112s72-46 72-112c0-50-28-84-72-84z" fill="${veil}"/><path d="M122 300c24 40 60 60 98 62 34-8 56-26 66-54-18 30-44 44-84 44-32 0-58-16-80-52z" fill="${design.deep}" opacity=".22"/>`
      : '',
    '</g></g>',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${parts.join('')}</svg>\n`
}

await mkdir(folder, { recursive: true })
for (const [name, person] of Object.entries(people))
  await writeFile(new URL(`.${name}.svg`, folder), draw(name, person))
console.log(`${Object.keys(people).length} faces`)
