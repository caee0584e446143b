import { posix } from 'node:path'
import { findName, plainPath } from '#server/platform/file-names.ts'
import { allOf, at, childrenOf, decodeText, textAt, type XmlNode } from '#server/platform/xml.ts'
import type { Archive } from './unpack.ts'

// What the manifest of a cartridge names, and the pages in it.

export type Resource = {
  id: string
  type: string
  href: string
  files: string[]
  /** Ids of resources that belong to it. */
  dependencies: string[]
  /** Whom it is for, in small letters; none for everybody. */
  roles: string[]
}

export function readResource(node: XmlNode, archive: Archive): Resource {
  const nameOf = (href = '') => findName(archive, href) ?? plainPath(href)
  const files = childrenOf(node, 'file').map(({ attributes }) => nameOf(attributes['href']))
  return {
    id: node.attributes['identifier'] ?? '',
    type: node.attributes['type'] ?? '',
    href: nameOf(node.attributes['href']),
    files,
    dependencies: childrenOf(node, 'dependency').map(({ attributes }) => attributes['identifierref'] ?? ''),
    roles: allOf(at(node, 'metadata'), 'intendedEndUserRole').map((role) => textAt(role, 'value').toLowerCase()),
  }
}

/** The path of a file that a page names; Canvas and others write `$IMS-CC-FILEBASE$` for their folder of files. */
export function resolve(archive: Archive, from: string, reference: string): string | null {
  const path = reference
    .replace(/[?#].*$/, '')
    .replace(/^(?:\$|%24)(?:IMS-CC-FILEBASE|CANVAS_COURSE_REFERENCE)(?:\$|%24)\/?/i, '')
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null
  const candidates = [posix.join(posix.dirname(from), path), posix.join('web_resources', path), posix.normalize(path)]
  for (const candidate of candidates) {
    const found = candidate.startsWith('..') ? null : findName(archive, candidate)
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
  return /<body\b[^>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(text)?.[1] ?? text.replace(/<head\b[\s\S]*?<\/head>/i, '')
}
export const pageTitle = (archive: Archive, file: string): string =>
  /<title[^>]*>([^<]*)/i.exec(pageText(archive, file))?.[1]?.trim() || posix.basename(file)

/** What Canvas keeps in files of its own, and the product has no place for. */
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
