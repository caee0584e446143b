export { identityModule, type Identity } from './identity.ts'
export { keepStaff, type UserProfile } from './find-users.ts'
export { emailTaken, type EmailTaken } from './sign-in/sign-up.ts'
export { wrongEmail } from './account/delete-account.ts'
export { createGoogleVerifier, type GoogleSettings, type GoogleVerifier } from './google-verifier.ts'
export { makeAdmin, makeOneTimePassword, type AdminInput } from './make-admin.ts'
export { type SessionLives } from './sign-in/session.ts'
export { commonPassword, createPasswords, isCommonPassword, isUsableHash, type Passwords } from './sign-in/password.ts'
export {
  findAccountsByEmail,
  findMatchingUserIds,
  isProvenAddress,
  listAdmins,
  listStaff,
  userSql,
  type UserAccount,
  type AccountChange,
  type AccountFilter,
} from './user-accounts.ts'
export { accountModule, type AccountModule } from './account/account.ts'
export { securityLogModule } from './security-log.ts'
export { identityDomain } from './domain.ts'
export { createOidcClient, type OidcClient } from './oidc-client.ts'
export { identitySecrets } from './secrets.ts'
