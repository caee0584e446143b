import type { TwoStepState } from '#contract/identity/two-step.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Passkey } from '#server/identity/tables.ts'
import { listPasskeys } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { hasTotp } from './second-step-totp.ts'

async function readTwoSteps(
  queryable: Queryable,
  userId: string,
): Promise<{ totp: boolean; passkeys: Passkey[]; recoveryCodesLeft: number }> {
  return {
    totp: await hasTotp(queryable, userId),
    passkeys: await listPasskeys(queryable, userId),
    recoveryCodesLeft: await countRecoveryCodes(queryable, userId),
  }
}

/** The user's own view. */
export async function presentTwoSteps(queryable: Queryable, userId: string): Promise<TwoStepState> {
  const state = await readTwoSteps(queryable, userId)
  return {
    ...state,
    passkeys: state.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

export const showTwoSteps = ({ database }: { database: Database }, viewer: Viewer): Promise<TwoStepState> =>
  presentTwoSteps(database.query, viewer.id)

/** For admins: what a user has set up. */
export async function summarizeTwoSteps(
  { database }: { database: Database },
  userId: string,
): Promise<{ totp: boolean; passkeys: number }> {
  const { totp, passkeys } = await readTwoSteps(database.query, userId)
  return { totp, passkeys: passkeys.length }
}

/** For the export of personal data, without secrets. */
export async function exportTwoSteps(queryable: Queryable, userId: string) {
  const state = await readTwoSteps(queryable, userId)
  return {
    ...state,
    passkeys: state.passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
  }
}
