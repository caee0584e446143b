import { onDemandContract } from './on-demand.ts'
import { credentialsContract } from './learning/credentials.ts'
import { quizAttemptsContract } from './assessment/quiz-attempts.ts'
import { exercisesContract } from './exercises/exercises.ts'
import { submissionsContract } from './assessment/submissions.ts'
import { payoutProofContract } from './commerce/transfers.ts'
import { staffContract } from './staff.ts'
import { twoStepContract } from './identity/two-step.ts'
import { visitorContract } from './visitor.ts'

/** All endpoints by domain. Server and client derive their types from this value. */
export const contract = {
  ...visitorContract,
  twoStep: twoStepContract,
  ...staffContract,
  certificates: { ...visitorContract.certificates, ...staffContract.certificates, ...credentialsContract },
  library: { ...visitorContract.library, ...staffContract.library },
  captions: { ...onDemandContract.captions, ...staffContract.captions },
  lessonFiles: { ...onDemandContract.lessonFiles, ...staffContract.lessonFiles },
  cohorts: { ...onDemandContract.cohorts, ...staffContract.cohorts },
  schedule: onDemandContract.schedule,
  teams: onDemandContract.teams,
  notes: onDemandContract.notes,
  notifications: onDemandContract.notifications,
  announcements: onDemandContract.announcements,
  questions: onDemandContract.questions,
  reviewVotes: onDemandContract.reviewVotes,
  weeklyGoal: onDemandContract.weeklyGoal,
  wishlist: onDemandContract.wishlist,
  cart: onDemandContract.cart,
  bundles: onDemandContract.bundles,
  paths: onDemandContract.paths,
  gifts: onDemandContract.gifts,
  home: onDemandContract.home,
  instructors: onDemandContract.instructors,
  myInvitations: onDemandContract.myInvitations,
  ownApplication: onDemandContract.ownApplication,
  ownCertificates: onDemandContract.ownCertificates,
  refundRequests: onDemandContract.refundRequests,
  transferProofs: onDemandContract.transferProofs,
  payoutProofs: payoutProofContract,
  quizAttempts: quizAttemptsContract,
  submissions: submissionsContract,
  exercises: { ...exercisesContract, ...staffContract.exercises },
  privacy: { ...onDemandContract.privacy, ...staffContract.privacy },
}
export type Contract = typeof contract
