import { BlobReader, BlobWriter, configure, ZipReader, type FileEntry } from '@zip.js/zip.js'
import type { CourseFile } from './sending.ts'

/** More courses than an installation has; an archive with more is taken in parts. */
const maximumCourses = 1000
const ofCourse = /^courses\/[^/]+\.zip$/

export type SplitExport = {
  courses: CourseFile[]
  /** People with their enrolments; null where there are none. */ people: CourseFile | null
}

/** The courses in an export of everything, each read when its turn comes; null for any other file. */
export async function splitExport(file: File): Promise<SplitExport | null> {
  configure({ useWebWorkers: false })
  const entries = await new ZipReader(new BlobReader(file)).getEntries().catch(() => [])
  const files = entries.flatMap((entry): FileEntry[] => (entry.directory ? [] : [entry]))
  const courses = files.filter(({ filename }) => ofCourse.test(filename)).slice(0, maximumCourses)
  const people = files.find(({ filename }) => filename === 'people.csv')
  return courses.length === 0 ? null : { courses: courses.map(toFile), people: people ? toFile(people) : null }
}

const toFile = (entry: FileEntry): CourseFile => {
  const name = entry.filename.slice(entry.filename.lastIndexOf('/') + 1)
  return {
    name,
    bytes: entry.uncompressedSize,
    read: async () => new File([await entry.getData(new BlobWriter())], name),
  }
}
