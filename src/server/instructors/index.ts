export { instructorsModule, type Instructors } from './instructors.ts'
export { instructorsDomain } from './domain.ts'
