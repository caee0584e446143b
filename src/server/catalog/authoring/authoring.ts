import type { ListStaffCoursesInput, StaffContent, StaffCourse, StaffCourseDetail } from '#contract/authoring.ts'
import type { CourseRow } from '#server/catalog/list-courses.ts'
import type { Viewer } from '#server/http/index.ts'
import { findOwnCourse, listStaffCourses } from './list-staff-courses.ts'
import { presentStaffContent, presentStaffCourse, presentStaffCourseDetail } from './present-staff.ts'
import { changeStatus, duplicateCourse, removeCourse } from './remove-course.ts'
import { createFromForm, updateFromForm, type AuthoringDeps, type CourseChange, type NewCourseForm } from './save-course.ts'
import {
  addContent,
  findOwnContent,
  findVersion,
  listContents,
  listVersions,
  orderContents,
  removeContent,
  restoreVersion,
  updateContent,
} from './save-content.ts'

export type Authoring = ReturnType<typeof createAuthoring>

type OfContent = Parameters<typeof findOwnContent>[2]

/** What staff do to courses and lessons. Everything asks who does it: an instructor's hands reach their own courses only. */
export function createAuthoring(deps: AuthoringDeps) {
  const { database, identity } = deps

  async function present(rows: readonly CourseRow[]): Promise<StaffCourse[]> {
    const people = await identity.findPeople(rows.map((row) => row.instructorId))
    return rows.map((row) => presentStaffCourse(row, people.get(row.instructorId)))
  }

  return {
    async listCourses(staff: Viewer, input: ListStaffCoursesInput): Promise<{ courses: StaffCourse[]; total: number }> {
      const { rows, total } = await listStaffCourses(database.query, staff, input)
      return { courses: await present(rows), total }
    },

    async showCourse(staff: Viewer, courseId: string): Promise<StaffCourse | null> {
      const row = await findOwnCourse(database.query, staff, courseId)
      return row && ((await present([row]))[0] ?? null)
    },

    async showCourseDetail(staff: Viewer, courseId: string, options: { withText: boolean }): Promise<StaffCourseDetail | null> {
      const row = await findOwnCourse(database.query, staff, courseId)
      if (!row) return null
      const instructor = (await identity.findPeople([row.instructorId])).get(row.instructorId)
      return presentStaffCourseDetail(row, instructor, await listContents(database.query, courseId), {
        ...options,
        certificateCount: await deps.countCertificates([courseId]),
      })
    },

    listInstructors: () => identity.listStaff(),
    createCourse: (staff: Viewer, form: NewCourseForm) => createFromForm(deps, staff, form),
    updateCourse: (staff: Viewer, courseId: string, change: CourseChange, options: { isPatch: boolean }) =>
      updateFromForm(deps, staff, courseId, change, options),
    changeStatus: (staff: Viewer, courseId: string, status: StaffCourse['status']) => changeStatus(deps, staff, courseId, status),
    removeCourse: (staff: Viewer, courseId: string) => removeCourse(deps, staff, courseId),
    duplicateCourse: (staff: Viewer, courseId: string) => duplicateCourse(deps, staff, courseId),

    async showContent(staff: Viewer, address: OfContent): Promise<StaffContent | null> {
      const row = await findOwnContent(database.query, staff, address)
      return row && presentStaffContent(row, { text: 'as written' })
    },
    addContent: (staff: Viewer, courseId: string, input: Parameters<typeof addContent>[3]) => addContent(deps, staff, courseId, input),
    updateContent: (staff: Viewer, address: OfContent, input: Parameters<typeof updateContent>[3]) => updateContent(deps, staff, address, input),
    removeContent: (staff: Viewer, address: OfContent) => removeContent(deps, staff, address),
    orderContents: (staff: Viewer, courseId: string, contentIds: readonly string[]) => orderContents(deps, staff, courseId, contentIds),

    async listVersions(staff: Viewer, address: OfContent) {
      const rows = await listVersions(database.query, staff, address)
      return rows && { rows, people: await identity.findPeople(rows.flatMap((row) => row.savedBy ?? [])) }
    },
    async findVersion(staff: Viewer, address: OfContent & { versionId: string }) {
      const row = await findVersion(database.query, staff, address)
      return row && { row, people: await identity.findPeople(row.savedBy ? [row.savedBy] : []) }
    },
    restoreVersion: (staff: Viewer, address: OfContent & { versionId: string }) => restoreVersion(deps, staff, address),
  }
}
