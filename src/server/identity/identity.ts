import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { uploadsMentioned } from '#server/platform/media/index.ts'
import { addPhoto } from './account/add-photo.ts'
import { correctEmail, sendPasswordLink } from './account/staff-changes.ts'
import { countWaiting, inviteWaiting } from './account/waiting-invitations.ts'
import type { IdentityDeps } from './deps.ts'
import { readFigures } from './figures.ts'
import {
  findIdByEmail,
  findPasswordHashes,
  findReachable,
  findUserProfiles,
  hasAdmin,
  isStaffMember,
  keepsAccount,
  keepsAdmin,
} from './find-users.ts'
import {
  checkInstructorPage,
  findInstructorProfile,
  findStaffByName,
  listInstructorProfiles,
  saveInstructorProfile,
} from './instructor-profiles.ts'
import { issueGoogleNonce } from './google-nonces.ts'
import { queueWelcome } from './sign-in/reset-password.ts'
import { addToDeviceCookie, makeSignUpCookie } from './sign-in/device-cookie.ts'
import { startOidc } from './finish-oidc.ts'
import { finishOidc, signIn, signInWithGoogle } from './sign-in/first-step.ts'
import { createViewerFinder } from './sign-in/find-viewer.ts'
import { endSession, startSession } from './sign-in/session.ts'
import { createUser, insertUser, prepareUser, signUp } from './sign-in/sign-up.ts'
import { users } from './tables.ts'
import { resetTwoSteps } from './two-step/manage.ts'
import { summarizeTwoSteps } from './two-step/two-step-state.ts'
import {
  changeAccount,
  countAccounts,
  findAccount,
  findAccountsByEmail,
  listAccounts,
  listStaff,
  makeInstructor,
  lockWithAdmins,
  readAccounts,
} from './user-accounts.ts'

export type Identity = ReturnType<typeof identityModule>

/** Accounts, passwords, sessions. */
export const identityModule = (deps: IdentityDeps) => ({
  ...bindDeps(deps, { signUp, makeSignUpCookie, signIn, addToDeviceCookie, issueGoogleNonce, signInWithGoogle }),
  ...bindDeps(deps, { startOidc, finishOidc }),
  ...bindDeps(deps, { endSession }),
  findViewerByToken: createViewerFinder(deps),
  startSession: (user: Parameters<typeof startSession>[2]['user'], userAgent: string) =>
    deps.database.transaction((tx) => startSession(tx, deps, { user, userAgent })),
  ...bindDeps(deps, { prepareUser, createUser, addPhoto }),
  ...bindDeps(deps, {
    listAccounts,
    readAccounts,
    countAccounts,
    findIdByEmail,
    hasAdmin,
  }),
  findAccount: (userId: string, tx?: Tx) => findAccount(tx ?? deps.database.query, userId),
  findUserProfiles: (ids: readonly string[], tx?: Tx) => findUserProfiles(tx ?? deps.database.query, ids),
  findReachable: (ids: readonly string[], tx?: Tx) => findReachable(tx ?? deps.database.query, ids),
  ...bindDeps(deps, { summarizeTwoSteps, findPasswordHashes, readFigures }),
  ...bindDeps(deps, { correctEmail, sendPasswordLink, countWaiting, inviteWaiting }),
  ...bindDeps(deps, {
    findInstructorProfile,
    listInstructorProfiles,
    findStaffByName,
    saveInstructorProfile,
    checkInstructorPage,
  }),
  ...bindInTransaction(deps, { queueWelcome, changeAccount, resetTwoSteps }),
  insertUser,
  makeInstructor,
  lockWithAdmins,
  isStaffMember,
  keepsAccount,
  keepsAdmin,
  listStaff: () => listStaff(deps.database.query),
  findAccountsByEmail: (emails: readonly string[], tx?: Tx) => findAccountsByEmail(tx ?? deps.database.query, emails),
  listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [users.photo]),
})
