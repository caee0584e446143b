import type { Download } from '#contract/kit/endpoint.ts'
import { jakartaMinute } from '#contract/kit/days.ts'
import type { CourseStudent, StudentFilters } from '#contract/learning/course-students.ts'
import { studentPartLabels } from '#contract/learning/student-parts.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { CourseStudentsDeps } from './deps.ts'
import { readerOfStudents } from './list-course-students.ts'
import { findOwnCourse } from './own-course.ts'

const exportHeader = [
  'Nama',
  'Email',
  'Progres (%)',
  'Materi selesai',
  'Jumlah materi',
  'Terdaftar (WIB)',
  'Terakhir dibuka (WIB)',
  'Status',
  'Selesai (WIB)',
]
const toCells = (student: CourseStudent): CsvRow => [
  student.name,
  student.email,
  student.progress,
  student.lessonsCompleted,
  student.lessonCount,
  jakartaMinute(student.enrolledAt),
  student.lastAccessed && jakartaMinute(student.lastAccessed),
  studentPartLabels[student.part],
  student.finishedAt && jakartaMinute(student.finishedAt),
]

/** Null when the course is not found. */
export async function exportStudents(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, ...filters }: StudentFilters & { courseId: string },
): Promise<Download | null> {
  const course = await findOwnCourse(deps, staff, courseId)
  if (!course) return null
  await deps.audit.record(deps.database.query, {
    actorId: staff.id,
    action: 'course.students-exported',
    subjectId: courseId,
  })
  const read = await readerOfStudents(deps, courseId, filters)
  const readPage = (after: CourseStudent | null, limit: number) => read(after?._id ?? null, limit)
  return exportCsv(deps, {
    name: `siswa-${course.title}`,
    what: 'students of a course',
    header: exportHeader,
    toCells,
    readPage,
  })
}
