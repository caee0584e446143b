import { refundRequestsContract } from './commerce/refund-requests.ts'
import { bundlesContract } from './commerce/bundles.ts'
import { ownApplicationContract } from './instructors/applications.ts'
import { instructorsContract } from './instructors/instructors.ts'
import { cartContract } from './commerce/cart.ts'
import { giftsContract } from './commerce/gifts.ts'
import { announcementsContract } from './conversation/announcements.ts'
import { cohortsContract } from './groups/cohorts.ts'
import { teamsContract } from './groups/teams.ts'
import { scheduleContract } from './groups/schedule.ts'
import { captionsContract } from './catalog/captions.ts'
import { lessonFilesContract } from './catalog/lesson-files.ts'
import { ownCertificatesContract } from './learning/own-certificates.ts'
import { notesContract } from './learning/notes.ts'
import { notificationsContract } from './notifications/notifications.ts'
import { pathsContract } from './paths/paths.ts'
import { privacyContract } from './privacy/privacy.ts'
import { questionsContract } from './conversation/questions.ts'
import { reviewVotesContract } from './learning/review-votes.ts'
import { myInvitationsContract } from './learning/invitations.ts'
import { weeklyGoalContract } from './learning/weekly-goal.ts'
import { transferProofContract } from './commerce/transfers.ts'
import { homeContract } from './site/home.ts'
import { wishlistContract } from './commerce/wishlist.ts'

/** Endpoints that few pages call. These pages register them, because every page loads `visitorContract`. */
export const onDemandContract = {
  announcements: announcementsContract,
  bundles: bundlesContract,
  captions: captionsContract,
  cart: cartContract,
  cohorts: cohortsContract,
  gifts: giftsContract,
  home: homeContract,
  instructors: instructorsContract,
  myInvitations: myInvitationsContract,
  ownApplication: ownApplicationContract,
  ownCertificates: ownCertificatesContract,
  lessonFiles: lessonFilesContract,
  notes: notesContract,
  notifications: notificationsContract,
  paths: pathsContract,
  privacy: privacyContract,
  questions: questionsContract,
  refundRequests: refundRequestsContract,
  transferProofs: transferProofContract,
  reviewVotes: reviewVotesContract,
  schedule: scheduleContract,
  teams: teamsContract,
  weeklyGoal: weeklyGoalContract,
  wishlist: wishlistContract,
}
