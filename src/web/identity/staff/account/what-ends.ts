import type { Role } from '#contract/identity/identity.ts'
import type { UserDetail } from '#contract/identity/users.ts'

/** What ends for good once a user has this role only; null: once the account is disabled or deleted. Each sentence begins with a space. */
export function whatEnds({ apiKeys }: Pick<UserDetail, 'apiKeys'>, role: Role | null): string {
  return apiKeys > 0 && role !== 'admin'
    ? ` ${apiKeys} kunci API buatannya berakhir; program yang memakainya perlu kunci baru.`
    : ''
}
