import { newId } from '#server/platform/new-id.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { maximumPasskeys, type NewPasskey, type PasskeySignature } from '#contract/identity/two-step.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { passkeys, users, type Passkey, type User } from '#server/identity/tables.ts'
import { consumeChallengeOf, issueChallenge } from './second-step-challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded with the first passkey, because it is large. */
const loadKit = () => import('@simplewebauthn/server')

// COSE numbers of EdDSA, ES256 and RS256: all that common authenticators offer.
const algorithms = [-8, -7, -257]

type Owner = { id: string; name: string; email: string }

/** Options to create a passkey that identifies its user by itself, after the device checked a PIN, finger or face. */
export async function makeCreationOptions(
  queryable: Queryable,
  owner: Owner,
  { id: rpID }: RelyingParty,
  siteName: string,
  now: Date,
) {
  const known = await listPasskeys(queryable, owner.id)
  const { generateRegistrationOptions } = await loadKit()
  return generateRegistrationOptions({
    rpName: siteName,
    rpID,
    userID: userHandleOf(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: await issueChallenge(queryable, owner.id, now),
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** Options to sign in with any passkey of this site that the device has. */
export async function makeSignatureOptions(queryable: Queryable, { id: rpID }: RelyingParty, now: Date) {
  const { generateAuthenticationOptions } = await loadKit()
  return generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    challenge: await issueChallenge(queryable, null, now),
  })
}

const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(userId))

const notUsable = invalidInput({ response: 'Passkey ini tidak bisa dipakai. Coba buat lagi.' })

/** Stores a new passkey. The caller has locked the account. */
export async function addPasskey(
  tx: Tx,
  {
    userId,
    name,
    response,
    relyingParty: { id, origins },
    now,
  }: { userId: string; name: string; response: NewPasskey; relyingParty: RelyingParty; now: Date },
): Promise<{ outcome: 'added' } | Refusal<'too-many-passkeys'> | InvalidInput> {
  const [owned] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  if ((owned?.count ?? 0) >= maximumPasskeys) return refused('too-many-passkeys')
  const challenge = await consumeChallengeOf(tx, response.response.clientDataJSON, userId, now)
  if (challenge === null) return notUsable
  const { id: credentialId, rawId, type, clientExtensionResults } = response
  const { clientDataJSON, attestationObject, transports = [] } = response.response
  const { verifyRegistrationResponse } = await loadKit()
  const created = await accepted(
    verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId,
        type,
        clientExtensionResults,
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!created?.verified) return notUsable
  const { credential } = created.registrationInfo
  const inserted = await tx
    .insert(passkeys)
    .values({
      id: newId(),
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports,
      name,
      createdAt: now,
    })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id })
  return inserted.length > 0 ? { outcome: 'added' } : notUsable
}

/**
 * The user whose passkey made this signature, with a challenge that is consumed by it; null when anything is not right, or when the
 * passkey belongs to another user than `expectedUserId`.
 */
export async function verifySignature(
  tx: Tx,
  {
    response: { id: credentialId, ...signature },
    relyingParty: { id, origins },
    now,
    expectedUserId,
  }: { response: PasskeySignature; relyingParty: RelyingParty; now: Date; expectedUserId?: string },
): Promise<User | null> {
  const { clientDataJSON, authenticatorData, signature: signed, userHandle } = signature.response
  const challenge = await consumeChallengeOf(tx, clientDataJSON, null, now)
  const known = challenge === null ? null : await findPasskey(tx, credentialId, expectedUserId)
  if (challenge === null || !known) return null
  const { passkey, user } = known
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(userHandleOf(user.id))) return null
  const { verifyAuthenticationResponse } = await loadKit()
  const verified = await accepted(
    verifyAuthenticationResponse({
      response: { ...signature, id: credentialId, response: { clientDataJSON, authenticatorData, signature: signed } },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      // A count that does not grow shows a copied authenticator; the library rejects it.
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
        transports: passkey.transports,
      },
    }),
  )
  if (!verified?.verified) return null
  await tx
    .update(passkeys)
    .set({ signCount: verified.authenticationInfo.newCounter, lastUsedAt: now })
    .where(eq(passkeys.id, passkey.id))
  return user
}

/** Locks the user before the passkey, as all code does. */
async function findPasskey(
  tx: Tx,
  credentialId: string,
  expectedUserId: string | undefined,
): Promise<{ passkey: Passkey; user: User } | null> {
  const [found] = await tx
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
  if (!found || (expectedUserId !== undefined && found.userId !== expectedUserId)) return null
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, found.userId), isNull(users.deletedAt)))
    .for('update')
  const [passkey] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).for('update')
  return user && passkey ? { passkey, user } : null
}

/** The library rejects by throwing, also for bytes that it cannot decode. It does no input or output. */
async function accepted<Result>(verification: Promise<Result>): Promise<Result | null> {
  try {
    return await verification
  } catch {
    return null
  }
}

/** A user's passkeys, oldest first. */
export const listPasskeys = (queryable: Queryable, userId: string): Promise<Passkey[]> =>
  queryable
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(maximumPasskeys)

/** The name of the removed passkey; null when the user has none with this id. */
export async function removePasskey(tx: Tx, userId: string, passkeyId: string): Promise<string | null> {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name })
  return removed?.name ?? null
}
