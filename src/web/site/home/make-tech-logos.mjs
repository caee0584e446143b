/* oxlint-disable no-console, no-restricted-imports -- run by hand in Node; nothing of it is shipped */
// Combines the logos of the marquee into one SVG, each as a named symbol: `node src/web/site/home/make-tech-logos.mjs`.
// Monochrome on purpose: the logos show what is taught and imply no endorsement.
import { writeFile } from 'node:fs/promises'
import {
  siCss,
  siFigma,
  siFlutter,
  siGit,
  siHtml5,
  siJavascript,
  siKotlin,
  siLaravel,
  siNodedotjs,
  siPhp,
  siReact,
  siTailwindcss,
  siTypescript,
  siVuedotjs,
} from 'simple-icons'

const icons = [
  siReact,
  siLaravel,
  siFigma,
  siJavascript,
  siPhp,
  siHtml5,
  siFlutter,
  siNodedotjs,
  siCss,
  siTypescript,
  siKotlin,
  siVuedotjs,
  siTailwindcss,
  siGit,
]

const symbols = icons
  .map(({ slug, path }) => `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
  .join('')
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>\n`
await writeFile(new URL('tech-logos.svg', import.meta.url), svg)
console.log(icons.map(({ slug, title }) => `${slug}: ${title}`).join('\n'), `\n${svg.length} bytes`)
