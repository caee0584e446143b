import type { Document, LineCounter } from 'yaml'
import * as z from 'zod/mini'
import { ifTooCostly } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import type { probeYaml } from './probe-yaml.ts'
import { lessonInput } from '#contract/catalog/lesson-input.ts'
import { draftInput } from '#contract/catalog/course-input.ts'
import { dripDays, chapterInput } from '#contract/catalog/course-chapters.ts'
import { limits, unusableText } from '#server/moving/course-files.ts'
import { holdsUnstorable } from '#server/platform/storable-text.ts'
import { courseFile, type Mistakes } from './mistakes.ts'
import { yamlMistake } from './yaml-mistakes.ts'

// Schema of `course.yaml`. The rules of the fields are those of the forms.

export const lessonSchema = z.looseObject(
  {
    title: lessonInput.shape.title,
    preview: z.optional(z.boolean('Isi true atau false')),
    draft: z.optional(z.boolean('Isi true atau false')),
  },
  'Tulis materi sebagai baris "nama: nilai", diawali "- title:"',
)

const chapterFields = {
  title: chapterInput.shape.title,
  opensAfterDays: z.optional(dripDays),
  lessons: z.optional(z.unknown()),
}
export const chapterSchema = z.looseObject(chapterFields, 'Tulis bab sebagai baris "nama: nilai", diawali "- title:"')
export const chapterFieldNames: readonly string[] = Object.keys(chapterFields)

const formFields = [
  'title',
  'tagline',
  'description',
  'level',
  'category',
  'price',
  'discount',
  'pace',
  'enrolment',
  'certificate',
  'cover',
  'learn',
]
const courseFieldNames: readonly string[] = ['format', ...formFields, 'lessons', 'chapters']
const head = z.looseObject({
  format: z.optional(z.literal(1, 'Format ini belum dikenal. Yang ada: 1')),
  category: z.optional(z.string('Isi nama kategori')),
  cover: z.optional(z.string('Isi nama berkas gambar')),
})

export type CourseFields = Omit<z.output<typeof draftInput>, 'thumbnail' | 'categoryId' | 'instructorId'>

/** Loaded with the first course: few processes read one. */
type Kit = typeof import('yaml')

type Path = readonly PropertyKey[]
/** The line of a part of `course.yaml`, or of the nearest one that exists. */
export type LineOf = (path: Path) => number
export type ReadYaml = {
  /** Null, with mistakes reported, when one of them is wrong. */
  fields: CourseFields | null
  category: string | null
  cover: string | null
  /** Pictures of those who sign the certificate, in their order. */
  signatures: readonly (string | null)[]
  lessons: readonly unknown[]
  chapters: readonly unknown[]
  lineOf: LineOf
}

/** Null, with mistakes reported, for what is no YAML with fields. */
export async function readCourseYaml(text: string, mistakes: Mistakes): Promise<ReadYaml | null> {
  const kit = await import('yaml')
  const counter = new kit.LineCounter()
  const report = (line: number, message: string) => mistakes.report(courseFile, line, message)
  const document = (await mayParse(text)) ? kit.parseDocument(text, { lineCounter: counter }) : null
  if (!document) {
    report(1, `${courseFile} terlalu panjang atau susunannya terlalu dalam`)
    return null
  }
  for (const { pos, code } of document.errors) report(counter.linePos(pos[0]).line || 1, yamlMistake(code))
  kit.visit(document, {
    Alias: (_, node) =>
      report(
        counter.linePos(node.range?.[0] ?? 0).line,
        'Rujukan YAML (*nama) tidak diterima. Tulis nilainya langsung',
      ),
  })
  const lineOf = lineFinder(kit, document, counter)
  if (document.errors.length > 0 || hasAlias(kit, document)) return null
  let isStorable = true
  kit.visit(document, {
    Scalar(_, { value, range }) {
      if (!holdsUnstorable(value)) return
      isStorable = false
      report(counter.linePos(range?.[0] ?? 0).line, unusableText['no-text'])
    },
  })
  if (!isStorable) return null
  const value: unknown = document.toJS()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(1, 'Tulis sebagai baris "nama: nilai", diawali "title:"')
    return null
  }
  return readDescription(value as Record<string, unknown>, lineOf, mistakes)
}

/** The course that these fields describe, as `course.yaml` holds them. */
export function readDescription(value: Record<string, unknown>, lineOf: LineOf, mistakes: Mistakes): ReadYaml {
  const reportAt = (path: Path, message: string) => mistakes.report(courseFile, lineOf(path), message)
  for (const name of Object.keys(value))
    if (!courseFieldNames.includes(name)) reportAt([name], unknownField(name, courseFieldNames))
  const { lessons, chapters } = value
  const parsed = head.safeParse(value)
  for (const { path, message } of parsed.error?.issues ?? []) reportAt(path, message)
  return {
    fields: readFields(value, reportAt),
    category: parsed.data?.category ?? null,
    cover: parsed.data?.cover ?? null,
    signatures: signersOf(value['certificate']).map(({ signature }) =>
      typeof signature === 'string' ? signature : null,
    ),
    lessons: readList(lessons, (message) => reportAt(['lessons'], message)),
    chapters: readList(chapters, (message) => reportAt(['chapters'], message)),
    lineOf,
  }
}

type Named = Record<string, unknown>
const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && !Array.isArray(value)

const signersOf = (certificate: unknown): Named[] =>
  isNamed(certificate) && Array.isArray(certificate['signers']) ? certificate['signers'].filter(isNamed) : []

/** The certificate without its pictures, which have no address before they are stored. */
const withoutSignatures = (certificate: unknown): unknown =>
  isNamed(certificate) && Array.isArray(certificate['signers'])
    ? {
        ...certificate,
        signers: certificate['signers'].map((signer: unknown) =>
          isNamed(signer) ? { ...signer, signature: null } : signer,
        ),
      }
    : certificate

export const unknownField = (name: string, known: readonly string[]): string =>
  `"${name.slice(0, 50)}" tidak dikenal. Yang ada: ${known.join(', ')}`

/** An empty list where there is none. */
export function readList(value: unknown, report: (message: string) => void): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (value !== undefined && value !== null) report('Tulis daftar, masing-masing diawali "- title:"')
  return []
}

/** More opening than closing brackets, or lists in lists on one line. The parser would need seconds before it gives up. */
function isTooDeep(text: string): boolean {
  if (/(?:[-?:][ \t]+){50}/.test(text)) return true
  let depth = 0
  for (const character of text) {
    if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1)
    if (depth > 200) return true
  }
  return false
}

const longest = 400_000

const probe = new URL('probe-yaml.ts', import.meta.url)
/** CPU time. The longest course of the demo takes a tenth. */
const maximumParseMs = 200

/** True when this process may parse the text: some texts of a few hundred bytes take the parser minutes, so a worker process tries first. */
async function mayParse(text: string): Promise<boolean> {
  if (text.length > longest || isTooDeep(text)) return false
  const ms = await parseInWorker<typeof probeYaml>('course-import', probe, 'probeYaml', text).catch(ifTooCostly(null))
  return ms !== null && ms <= maximumParseMs
}

function hasAlias({ isAlias, visit }: Kit, document: Document): boolean {
  let found = false
  visit(document, { Node: (_, node) => (isAlias(node) ? ((found = true), visit.BREAK) : undefined) })
  return found
}

function lineFinder({ isMap, isNode, isScalar }: Kit, document: Document, counter: LineCounter): LineOf {
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
      const name = path[length - 1]
      const key = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && key.value === name)?.key
        : document.getIn(path.slice(0, length), true)
      if (isNode(key) && key.range) return counter.linePos(key.range[0]).line || 1
    }
    return 1
  }
}

/** The fields of the course by the rules of a draft; null, with mistakes reported, where one is wrong. */
function readFields(
  value: Record<string, unknown>,
  report: (path: Path, message: string) => void,
): CourseFields | null {
  const { title, tagline, description, level, price, discount, pace, enrolment, learn, certificate } = value
  // A name without a value is one that is left out.
  const choices = {
    levels: level ?? undefined,
    pace: pace ?? undefined,
    enrolment: enrolment ?? undefined,
    certificate: certificate === null ? undefined : withoutSignatures(certificate),
  }
  const parsed = draftInput.safeParse({ title, tagline, description, price, discount, learn, ...choices })
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) report(path[0] === 'levels' ? ['level'] : path, message)
  return null
}

export const tooManyLessons = `Satu kelas memuat paling banyak ${limits.lessons.toLocaleString('id-ID')} materi`
