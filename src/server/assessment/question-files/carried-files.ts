import { escapeHtml } from '#contract/kit/text/html-text.ts'
import { findName, plainPath } from '#server/platform/file-names.ts'
import {
  linkEmbeds,
  mapPictures,
  nameOf,
  pictureNamed,
  pictureInAddress,
  withoutDeadLinks,
  withTypedTags,
} from '#server/platform/rich-text/index.ts'
import { childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'
import { moodleHtml } from './moodle-text.ts'
import { imagePath } from './moodle-pictures.ts'

/** More than any quiz shows; each one is decoded. */
const maximumPictures = 100
const pictureSource = /(<img\b[^<>]*?\bsrc\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
/** The address of a link, and what stands before it in its tag. In text it stays. */
const linkTarget = /(<a\b[^<>]*?\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
const unescape = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replace(/^&quot;|&quot;$/g, '')
    .trim()
const inFile = /^@@PLUGINFILE@@\/?/
/** Reports a file that questions have no place for. */
const lostFile = (name: string): string => `berkas "${name.slice(0, 100)}" tidak ikut`

const noFile = (): null => null

/** HTML of a question whose links lead somewhere: those of embedded media, and those to other sites. `describe` says what a link to a file loses. */
export function withLinks(
  html: string,
  lost: Set<string>,
  describe: (source: string) => string | null = noFile,
): string {
  const embeds = linkEmbeds(html)
  for (const note of embeds.notes) lost.add(note)
  return withTypedTags(embeds.html).replaceAll(
    linkTarget,
    (whole, before: string, one?: string, two?: string, three?: string) => {
      const source = unescape(one ?? two ?? three ?? '')
      if (/^(?:https?:|mailto:)/i.test(source))
        return three === undefined ? whole : `${before}href="${escapeHtml(source)}"`
      lost.add(describe(source) ?? `tautan ke "${nameOf(source)}" dilepas`)
      return before
    },
  )
}

/** The files that Moodle XML carries: pictures stand as `images/<index>` in the HTML of their texts, others are named as lost. */
export function carriedFiles() {
  const all: { name: string; bytes: Buffer }[] = []
  const indexes = new Map<string, number>()
  const named = new Set<number>()

  function add(name: string, content: string): string {
    // Each answer of a question carries the same file again.
    const index = indexes.get(content) ?? all.push({ name, bytes: Buffer.from(content, 'base64') }) - 1
    indexes.set(content, index)
    return imagePath(index)
  }

  return {
    /** The HTML of a text that carries its own files. */
    read(node: XmlNode | undefined, lost: Set<string>): string {
      const files = new Map(
        childrenOf(node, 'file').map((file) => [
          plainPath(file.attributes['name'] ?? ''),
          file.text.replaceAll(/\s/g, ''),
        ]),
      )
      const unused = new Set(files.keys())
      const find = (source: string): string | null => {
        if (!inFile.test(source)) return null
        const path = source.replace(inFile, '').replace(/[?#].*$/, '')
        const name = findName(files, path) ?? findName(files, path.slice(path.lastIndexOf('/') + 1))
        if (name !== null) unused.delete(name)
        return name
      }
      const typed = moodleHtml(textAt(node, 'text'), node?.attributes['format'] ?? '')
      const html = withLinks(typed, lost, (source) => {
        find(source)
        return inFile.test(source) ? lostFile(nameOf(source)) : null
      })
        .replaceAll(pictureSource, (whole, start: string, one?: string, two?: string, three?: string) => {
          const source = unescape(one ?? two ?? three ?? '')
          const inside = pictureInAddress(source)
          if (inside) return `${start}"${add('gambar', inside.toString('base64'))}"`
          const name = find(source)
          return name === null ? whole : `${start}"${add(name, files.get(name) ?? '')}"`
        })
        .replaceAll(/@@PLUGINFILE@@\/([^\s"'<>]*)(?![^<>]*>)/g, (_, path: string) => nameOf(path))
      for (const name of unused) lost.add(lostFile(name))
      return html
    },
    /** The picture of a question as Moodle 1.9 wrote it. */
    readOld(item: XmlNode, lost: Set<string>): string {
      const [name, content] = [textAt(item, 'image'), textAt(item, 'image_base64')]
      if (content !== '') return `<p><img src="${add(name || 'gambar', content.replaceAll(/\s/g, ''))}" alt=""></p>`
      if (/^https?:/i.test(name)) return `<p><a href="${escapeHtml(name)}">${escapeHtml(name)}</a></p>`
      if (name !== '') lost.add(`gambar "${nameOf(name)}" tidak ada di berkas ini`)
      return ''
    },
    /** Clean HTML with the pictures that the file carries. */
    keep(html: string, lost: Set<string>): string {
      const clean = mapPictures(html, ({ src = '', ...attributes }) => {
        const index = Number(/^images\/(\d+)$/.exec(src)?.[1] ?? -1)
        if (index >= 0 && index < Math.min(all.length, maximumPictures)) {
          named.add(index)
          return { src, ...attributes }
        }
        const picture = pictureNamed(all[index]?.name ?? src, attributes['alt'])
        lost.add(`gambar ${picture} tidak ikut: tambahkan di editor soal`)
        return null
      })
      return withoutDeadLinks(clean)
    },
    used: (): { index: number; bytes: Uint8Array; name: string }[] =>
      [...named].flatMap((index) => (all[index] ? [{ index, ...all[index] }] : [])),
  }
}
export type CarriedFiles = ReturnType<typeof carriedFiles>
