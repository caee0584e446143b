export { coursesOf, membersOf, type SomeStudents } from './memberships.ts'
export { inactiveBefore, isOfPart, partOf } from './student-part.ts'
export { enrollments, type Enrollment } from './tables.ts'
