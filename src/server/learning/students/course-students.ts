import { bindDeps } from '#server/platform/bind-deps.ts'
import { addStudent } from './add-student.ts'
import type { CourseStudentsDeps } from './deps.ts'
import { exportStudents } from './export-students.ts'
import { importStudents } from './import-students.ts'
import { listCourseStudents } from './list-course-students.ts'
import { removeStudent } from './remove-student.ts'
import { showCourseStudent } from './show-course-student.ts'

export type CourseStudents = ReturnType<typeof courseStudentsModule>

/** The students of a course, for its staff. For another instructor the course is not found. */
export const courseStudentsModule = (deps: CourseStudentsDeps) =>
  bindDeps(deps, {
    list: listCourseStudents,
    show: showCourseStudent,
    exportCsv: exportStudents,
    add: addStudent,
    importCsv: importStudents,
    remove: removeStudent,
  })
