import { apiKeysContract } from './api-keys.ts'
import { assignmentReviewContract } from './assignment-review.ts'
import { auditContract } from './audit.ts'
import { authoringContract } from './authoring.ts'
import { staffCaptionsContract } from './captions.ts'
import { categoriesContract } from './categories.ts'
import { adminCertificatesContract } from './certificates-admin.ts'
import { courseFormatContract } from './course-format.ts'
import { courseSectionsContract } from './course-sections.ts'
import { courseStudentsContract } from './course-students.ts'
import { adminLibraryContract } from './library-admin.ts'
import { mailContract } from './mail.ts'
import { overviewContract } from './overview.ts'
import { adminPrivacyContract } from './privacy-admin.ts'
import { promoCodesContract } from './promo-codes.ts'
import { quizAuthoringContract } from './quiz-authoring.ts'
import { quizResultsContract } from './quiz-results.ts'
import { reviewsContract } from './reviews.ts'
import { salesContract } from './sales.ts'
import { settingsContract } from './settings.ts'
import { usersContract } from './users.ts'
import { systemContract } from './system.ts'
import { uploadsContract } from './uploads.ts'
import { webhooksContract } from './webhooks.ts'

/** Endpoints for staff only. The browser loads them with the staff pages. */
export const staffContract = {
  mail: mailContract,
  authoring: authoringContract,
  assignmentReview: assignmentReviewContract,
  captions: staffCaptionsContract,
  certificates: adminCertificatesContract,
  courseFormat: courseFormatContract,
  courseSections: courseSectionsContract,
  courseStudents: courseStudentsContract,
  overview: overviewContract,
  library: adminLibraryContract,
  quizAuthoring: quizAuthoringContract,
  quizResults: quizResultsContract,
  reviews: reviewsContract,
  sales: salesContract,
  users: usersContract,
  categories: categoriesContract,
  audit: auditContract,
  apiKeys: apiKeysContract,
  privacy: adminPrivacyContract,
  promoCodes: promoCodesContract,
  settings: settingsContract,
  system: systemContract,
  uploads: uploadsContract,
  webhooks: webhooksContract,
}
