import { posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { escapeText } from '#contract/kit/text/html-text.ts'
import { findName, plainPath } from '#server/platform/file-names.ts'
import { allOf, at, childrenOf, decodeText, textAt, type XmlNode } from '#server/platform/xml.ts'
import { nameOf } from '#server/platform/rich-text/index.ts'
import type { FindFile } from './course-builder.ts'
import type { Archive } from './unpack.ts'

// Resources that the manifest of a cartridge names, and the pages in it.

export type Resource = {
  id: string
  type: string
  href: string
  files: string[]
  /** Ids of resources that belong to it. */
  dependencies: string[]
  /** Whom it is for, in small letters; none for everybody. */
  roles: string[]
  /** Instead of a file. */
  inline?: XmlNode
}

const folded = new WeakMap<Archive, Map<string, string>>()
/** A file by the name that the manifest or a page writes: programs on Windows write `\\`, and do not tell capitals from small letters. */
function findIn(archive: Archive, written: string): string | null {
  const name = written.replaceAll('\\', '/')
  const exact = findName(archive, name)
  if (exact !== null) return exact
  const small = folded.get(archive) ?? new Map([...archive.keys()].map((key) => [key.toLowerCase(), key]))
  folded.set(archive, small)
  return small.get(findName(small, name.toLowerCase()) ?? '') ?? null
}

export function readResource(node: XmlNode, archive: Archive): Resource {
  const nameOf = (href = '') => findIn(archive, href) ?? plainPath(href)
  const inline = node.children.find(({ name }) => name === 'webLink')
  const files = childrenOf(node, 'file').map(({ attributes }) => nameOf(attributes['href']))
  return {
    id: node.attributes['identifier'] ?? '',
    type: node.attributes['type'] ?? '',
    // Blackboard names the file in an attribute of its own.
    href: nameOf(node.attributes['href'] ?? node.attributes['bb:file']),
    files,
    dependencies: childrenOf(node, 'dependency').map(({ attributes }) => attributes['identifierref'] ?? ''),
    roles: allOf(at(node, 'metadata'), 'intendedEndUserRole').map((role) => textAt(role, 'value').toLowerCase()),
    ...(inline && { inline }),
  }
}

/** The path of a file that a page names; Canvas and others write `$IMS-CC-FILEBASE$` for their folder of files. */
export function resolve(archive: Archive, from: string, reference: string): string | null {
  const path = reference
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '')
    .replace(/^(?:\$|%24)(?:IMS-CC-FILEBASE|CANVAS_COURSE_REFERENCE)(?:\$|%24)\/?/i, '')
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null
  const candidates = [posix.join(posix.dirname(from), path), posix.join('web_resources', path), posix.normalize(path)]
  for (const candidate of candidates) {
    const found = candidate.startsWith('..') ? null : findIn(archive, candidate)
    if (found !== null) return found
  }
  return null
}

const pageEncoding = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i
export const pageText = (archive: Archive, file: string): string =>
  decodeText(archive.get(file) ?? new Uint8Array(), pageEncoding)
/** The HTML between the tags of the body. */
export const pageOf = (archive: Archive, file: string): string => {
  const text = pageText(archive, file)
  const body = /<body\b[^>]*>/i.exec(text)
  if (!body) return text.replace(/<head\b[\s\S]*?<\/head>/i, '')
  const end = text.toLowerCase().lastIndexOf('</body>')
  return text.slice(body.index + body[0].length, end === -1 ? undefined : end)
}
export function pageTitle(archive: Archive, file: string): string {
  let title = ''
  new Parser({ ontext: (part) => void (title += part) }).end(
    /<title[^>]*>([^<]*)/i.exec(pageText(archive, file))?.[1] ?? '',
  )
  return title.trim() || posix.basename(file)
}

const startOfQuestions = /<(?:[\w-]+:)?(?:questestinterop|(?:qti-)?assessment-?(?:item|test|section))[\s>]/i
/** True for the questions of QTI, whichever type and ending the platform gives their file. */
export function holdsQuestions(archive: Archive, file: string): boolean {
  if (!/\.(?:xml|dat|qti)$/i.test(file)) return false
  return startOfQuestions.test(Buffer.from(archive.get(file)?.subarray(0, 2_000) ?? '').toString('latin1'))
}

/** Settings that Canvas keeps in files of its own, and the product has no place for. */
export const settingFiles: Record<string, string> = {
  'assignment_groups.xml': 'bobot kelompok tugas tidak ikut',
  'learning_outcomes.xml': 'capaian pembelajaran tidak ikut',
  'events.xml': 'acara kalender tidak ikut',
  'grading_standards.xml': 'skala nilai tidak ikut',
}
export const mainFileOf = ({ href, files }: Resource): string => href || files[0] || ''
export const kindOf = (type: string) =>
  type.startsWith('imswl')
    ? 'link'
    : type.startsWith('imsdt')
      ? 'discussion'
      : type.includes('imsqti')
        ? 'quiz'
        : type.startsWith('assignment')
          ? 'assignment'
          : 'page'

/** Files that the standard lists beside the text of a discussion or an assignment. */
export function attachmentsOf(root: XmlNode | undefined, find: FindFile) {
  const named = allOf(root, 'attachment').map(({ attributes }) => attributes['href'] ?? '')
  return {
    attachments: named.flatMap((reference) => find(reference) ?? []),
    notes: named.flatMap((reference) => (find(reference) ? [] : [`berkas "${nameOf(reference)}" tidak ada di arsip`])),
  }
}

/** HTML of a text of the standard, which says where it is none. */
export function textIn(node: XmlNode | undefined): string {
  const text = node?.text.trim() ?? ''
  return /plain/i.test(node?.attributes['texttype'] ?? '') && !isPage(text) ? typed(text) : text
}

/** Platforms that keep HTML in a description write a whole page of it. */
const startsAsPage = /^<(?:p|div|section|article|h[1-6]|ul|ol|table|span)[\s>]/i
const isPage = (text: string): boolean =>
  startsAsPage.test(text) && /^<\/[a-z][a-z\d]*>$/i.test(text.slice(text.lastIndexOf('<')))
const typed = (text: string): string => escapeText(text).replaceAll('\n', '<br>')

/** A text of the manifest in Indonesian, else in its first language. Of a description it is HTML, as descriptions are elsewhere. */
export function ofLanguage(node: XmlNode | undefined): string {
  const all = [...childrenOf(node, 'string'), ...childrenOf(node, 'langstring')]
  const own = all.find(({ attributes }) => /^id\b/i.test(attributes['language'] ?? attributes['lang'] ?? ''))
  const text = (own ?? all[0])?.text.trim() ?? ''
  return node?.name === 'description' && !isPage(text) ? typed(text) : text
}
