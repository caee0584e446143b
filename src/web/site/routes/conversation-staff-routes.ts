import type { RouteObject } from 'react-router'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { staffPages } from './staff-page.ts'

/** Writing of students, for admins and the instructors of their courses. */
export function createConversationStaffRoutes(api: Api): RouteObject[] {
  const page = staffPages(api)
  return [
    page(staffPatterns.questions, () => import('#web/conversation/staff/questions-page.tsx')),
    page(staffPatterns.reports, () => import('#web/conversation/staff/reports-page.tsx')),
    page(staffPatterns.writingBlocks, () => import('#web/conversation/staff/writing-blocks-page.tsx')),
    page(staffPatterns.reviews, () => import('#web/learning/staff/reviews-page.tsx')),
  ]
}
