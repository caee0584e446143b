import { isStaff, type Role } from '#contract/identity/identity.ts'
import type { UserDetail } from '#contract/identity/users.ts'

/** Says what ends for good once a user has this role only; null: once the account is disabled or deleted. Each sentence begins with a space. */
export function whatEnds(
  { name, apiKeys, sharedCourses }: Pick<UserDetail, 'name' | 'apiKeys' | 'sharedCourses'>,
  role: Role | null,
): string {
  const keys =
    apiKeys > 0 && role !== 'admin'
      ? ` ${apiKeys} kunci API buatannya berakhir; program yang memakainya perlu kunci baru.`
      : ''
  const shares =
    sharedCourses > 0 && !(role && isStaff(role))
      ? ` Bagian ${name} dari ${sharedCourses} kelas instruktur lain berakhir; penjualan berikutnya tidak dicatat untuknya lagi.`
      : ''
  return keys + shares
}
