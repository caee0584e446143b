import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { levels } from '#contract/catalog/catalog.ts'
import { courseCertificate } from '#contract/catalog/course-certificate.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { readGift } from '#server/assessment/index.ts'

const folder = join(import.meta.dirname, '../../../../demo')

const person = z.object({ key: z.string(), name: z.string(), email: z.email() })
const people = z.object({
  instructors: z.array(person.extend({ headline: z.string(), bio: z.string() })),
  students: z.array(person),
})

const names = z.array(z.object({ given: z.array(z.string()), second: z.array(z.string()) }))

/** `chapter` starts a chapter, to which the following lessons belong. */
const anyLesson = { title: z.string(), isPreview: z.boolean(), chapter: z.string().optional() }
const lesson = z.discriminatedUnion('type', [
  z.object({ ...anyLesson, type: z.literal('video'), youtubeId: z.string() }),
  // An uploaded video; its captions are in the file beside it, with `.id.vtt` in place of `.webm`.
  z.object({ ...anyLesson, type: z.literal('upload'), file: z.string().endsWith('.webm') }),
  z.object({ ...anyLesson, type: z.literal('text'), file: z.string() }),
  z.object({ ...anyLesson, type: z.literal('quiz'), file: z.string() }),
])

const course = z.object({
  title: z.string(),
  tagline: z.string(),
  description: z.string(),
  category: z.string(),
  level: z.enum(levels),
  price: z.number().int(),
  discount: z.number().int(),
  instructor: z.string(),
  learn: z.array(z.string()),
  certificate: z.optional(courseCertificate),
  publishedDaysAgo: z.number(),
  lessons: z.array(lesson),
  enrolled: z.array(z.string()),
  reviews: z.array(z.object({ student: z.string(), rating: z.number().int(), text: z.string(), daysAgo: z.number() })),
})

export type DemoPeople = z.infer<typeof people>
export type DemoPerson = z.infer<typeof person>
/** Given and second names that may be combined. */
export type DemoNames = z.infer<typeof names>
type DemoLesson = { title: string; isPreview: boolean; chapter?: string | undefined } & (
  | { type: 'video'; youtubeId: string }
  | { type: 'upload'; path: string; captions: string }
  | { type: 'text'; markdown: string }
  | { type: 'quiz'; questions: QuestionInput[] }
)
export type DemoCourse = Omit<z.infer<typeof course>, 'lessons'> & {
  lessons: DemoLesson[]
}

/** Reads the demo's people and courses from the data files in `content`. Throws with the name of an invalid file. */
export async function readDemoContent(): Promise<{ people: DemoPeople; names: DemoNames; courses: DemoCourse[] }> {
  const folders = (await readdir(join(folder, 'courses'))).sort()
  return {
    people: people.parse(await readJson('people.json')),
    names: names.parse(await readJson('crowd.json')),
    courses: await Promise.all(folders.map(readCourse)),
  }
}

async function readCourse(name: string): Promise<DemoCourse> {
  const parsed = course.safeParse(await readJson(`courses/${name}/course.json`))
  if (!parsed.success) throw new Error(`courses/${name}/course.json: ${z.prettifyError(parsed.error)}`)
  const lessons = await Promise.all(
    parsed.data.lessons.map(async (lesson): Promise<DemoLesson> => {
      if (lesson.type === 'video') return lesson
      const { file, type, ...rest } = lesson
      if (type === 'upload') {
        const path = join(folder, 'courses', name, file)
        return { ...rest, type, path, captions: await readFile(path.replace(/webm$/, 'id.vtt'), 'utf8') }
      }
      const text = await readFile(join(folder, 'courses', name, file), 'utf8')
      if (type === 'text') return { ...rest, type, markdown: text }
      const read = readGift(text)
      if ('mistakes' in read)
        throw new Error(
          `courses/${name}/${file}: ${read.mistakes.map(({ line, message }) => `${line}: ${message}`).join(', ')}`,
        )
      return { ...rest, type, questions: read.questions }
    }),
  )
  return { ...parsed.data, lessons }
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(folder, file), 'utf8'))
